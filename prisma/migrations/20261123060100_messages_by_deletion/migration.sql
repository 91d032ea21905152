-- The words that are erased once their 30 days are over.
create index concurrently "message_deleted" on message (deleted_at) where deleted_at is not null;
