"""Puzzles on game records: candidates, proofs and packs."""
