"""The routes of the API, grouped by what they serve.

Checked requests and the signed-in person enter. Response models of `wire` and `report_models`
leave.
"""
