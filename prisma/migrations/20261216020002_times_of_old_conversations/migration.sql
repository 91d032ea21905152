update conversation set started_at = started_at where happened_at is null;
