"""The catalogue of the game of dominoes."""

from verifier.catalogue.catalogue import Catalogue

CATALOGUE = Catalogue("tests.domino", {"DOMINO": "Dominoes"})
