-- The audit log of one kind of act.
create index concurrently "audit_event_action_at_idx" on audit_event (action, at);
