"""What certificates of endgames prove, in plain words."""

from __future__ import annotations

from verifier.carcassonne.house.certificates.certificate import Certificate
from verifier.carcassonne.house.certificates.codec import placement_text


def claim_in_words(certificate: Certificate) -> str:
    """Return what a certificate claims, as one sentence without its full stop."""
    value = certificate.value
    return f"by best play of both {_result(value)}; {_choice(certificate)}"


def _result(value: int) -> str:
    if value > 0:
        return f"the player to move wins by {_points(value)}"
    if value < 0:
        return f"the player to move loses by {_points(-value)}"
    return "nobody wins"


def _choice(certificate: Certificate) -> str:
    value, others = certificate.value, certificate.others
    texts = [placement_text(each) for each in certificate.best]
    if len(texts) > 1:
        *first, last = texts
        best = f"{', '.join(first)} and {last} are equally good"
        return best if others is None else f"{best}, {_lead(certificate)} better than any other"
    if others is None:
        return f"{texts[0]} is the only placement there is"
    if value > 0 >= others:
        best = f"only {texts[0]} wins"
    elif value == 0 > others:
        best = f"only {texts[0]} does not lose"
    else:
        best = f"{texts[0]} is the only best placement"
    return f"{best}; it is {_lead(certificate)} better than any other"


def _lead(certificate: Certificate) -> str:
    points = _points(certificate.lead or 0)
    return points if certificate.is_lead_exact else f"at least {points}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"
