"""The steps of the pipeline, one package a step.

Files or values of the step before enter, with the options of the step. Values for the step after,
or for a report, leave.
"""
