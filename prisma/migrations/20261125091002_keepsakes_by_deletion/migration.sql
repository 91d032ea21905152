-- The keepsakes that are erased 30 days after they were deleted.
create index concurrently "media_deleted_at_idx" on media (deleted_at);
