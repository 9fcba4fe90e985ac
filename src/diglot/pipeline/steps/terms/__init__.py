"""The extraction and pairing of terms, termbases, and test sets for terminology.

Monolingual, parallel or comparable texts and termbases enter. Ranked terms, ranked pairs, termbases
and test sets leave.
"""
