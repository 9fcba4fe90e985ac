"""The routes of the API, grouped by what they serve.

Requests that were checked enter, with the person who is signed in. Response models leave: those of
`wire`, or those that only one of these modules has.
"""
