"""Constraints for any game: a builder of formulas, the solvers that answer, and proofs."""
