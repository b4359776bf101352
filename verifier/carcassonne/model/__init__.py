"""Key two: the rules written once as constraints, read in more than one way.

``rules`` says the rules over literals; what is constant folds away. ``constants`` reads a written
game and names what it breaks; ``unknowns`` leaves the decisions open for CP-SAT, which runs in a
process of its own (``child``), and ``listing`` for python-constraint, which lists every play of a
turn or two. ``clauses`` says it all to SAT solvers (``sat``), where no scores are compared
(``sat_questions``), and so that the impossible can be proved (``certificates``). ``solvers`` asks the
quicker of both. The importing process loads no solver; and since the package itself loads nothing,
a solver's own process, which is one of its modules, starts without all the rest.
"""
