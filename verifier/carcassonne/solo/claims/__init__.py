"""Scenarios of Carcassonne: reads them from JSON and puts their claims to every key."""
