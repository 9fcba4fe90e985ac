"""Gold data and corrections made by people: layers, store, server and page."""
