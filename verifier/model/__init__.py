"""Key two: the rules written once as constraints, read in more than one way.

``rules`` says the rules over literals; what is constant folds away. ``constants`` reads a written
game and names what it breaks; ``unknowns`` leaves the decisions open for CP-SAT, which runs in a
process of its own (``child``), and ``listing`` for python-constraint, which lists every play of a
turn or two. ``clauses`` says it all to SAT solvers (``sat``), where no scores are compared
(``scoreless``), and so that the impossible can be proved (``certificates``). ``solvers`` asks the
quicker of both. The importing process loads no solver.
"""

from verifier.model.cpsat import Parameters, Solver
from verifier.model.key import Model
from verifier.model.questions import Answer, Line, Terms
from verifier.model.solvers import Solvers
from verifier.model.synthesis import Synthesis, near, puzzle, synthesise, synthesise_with

__all__ = [
    "Answer",
    "Line",
    "Model",
    "Parameters",
    "Solver",
    "Solvers",
    "Synthesis",
    "Terms",
    "near",
    "puzzle",
    "synthesise",
    "synthesise_with",
]
