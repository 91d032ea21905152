-- What was done to somebody is looked up by their account.
create index concurrently "audit_event_target_id_at_idx" on audit_event (target_id, at);
