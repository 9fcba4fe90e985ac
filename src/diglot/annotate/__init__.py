"""Gold data and corrections made by people in a browser.

Documents, pairs of sentences, termbases and earlier judgements enter as files. Judged layers leave
as files of the field, as releases of gold data and as corrected files.
"""
