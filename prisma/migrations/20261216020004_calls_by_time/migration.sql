create index concurrently "call_scheduled_for_idx" on call (scheduled_for);
