"""The routes of the API, grouped by what they serve.

Requests that were checked enter, with the person who is signed in. Response models of `wire` and
`report_models` leave.
"""
