"""/match: opening, joining, requests, lists, history, films, reviews, import and export."""
