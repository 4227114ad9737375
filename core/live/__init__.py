"""Live streams (server-sent events), on which browsers wait, outside Django, until a table or account changes.

An app registers a `LiveTopic` in its `live_topics.py` and calls `announce_versions(VersionChange("table", code,
version))` after a change. A page listens to `/live/table/<code>/`. Events carry only the version. The page then fetches
the part of it that has changed, with the usual permissions. Versions only grow. The first event is the current version,
so a client that reconnects misses nothing. Every five seconds without a change, an event `here` shows that the stream
still works.

A topic can have news instead, which is sent in the stream itself, such as the tables that wait for an account. Each
item of news has a key. The id of an event lists the keys of all news that was sent and is still true, so a client that
reconnects with it (`Last-Event-ID`) gets the rest, and nothing has to be stored.

A stream holds no thread and no database connection. One watcher per process listens for changes: to Redis if there is
one, otherwise by checking ten times a second whether the SQLite file was written to.
"""
