"""NEOM solo: its rules, a user's catalogue of tiles, and what both keys say about a game.

The publisher's tiles and many numbers are not public. A user's catalogue supplies them; what it
leaves open is ``None`` here, and a verdict that needs it says *cannot be determined*.
"""
