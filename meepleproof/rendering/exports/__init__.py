"""Packs in other forms: pictures, tables, and a booklet to print."""
