-- The keepsakes of an account that is deleted.
create index concurrently "media_added_by_id_idx" on media (added_by_id);
