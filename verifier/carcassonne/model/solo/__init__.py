"""Key two: the rules written once as constraints, read in more than one way.

``rules`` states the rules over literals; whatever is constant folds away. ``constant_reading``
takes a recorded game and names the rules it breaks. ``open_reading`` leaves the decisions open:
``questions`` puts such a game to CP-SAT, ``listing`` to python-constraint, which lists every play
of one turn or two, and ``solvers`` to SAT solvers, where no scores are compared. ``certificates``
prove that a goal is out of reach.

No solver is loaded into the importing process: each runs in a process of its own.
"""
