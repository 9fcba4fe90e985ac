"""The six systems of ARCADE, each composed as its description says.

An encoded corpus and settings enter. Alignments leave. What the descriptions leave open is decided
in the modules, and listed in the manual as our reading.

References:
    Langlais et al. 1998, "ARCADE: a cooperative research project on parallel text alignment
    evaluation", section 5; Simard and Plamondon 1996 (Jacal); Brown et al. 1990 (SAlign); Debili et
    al. 1994 (IRMC); Gale and Church 1991 (lengths).
"""
