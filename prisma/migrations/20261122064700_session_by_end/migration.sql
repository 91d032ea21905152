-- Those that ended by their age are erased each night.
create index concurrently "session_expiresAt_idx" on session ("expiresAt");
