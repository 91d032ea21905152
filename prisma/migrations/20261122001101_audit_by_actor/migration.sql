-- What was done by somebody is looked up by their account.
create index concurrently "audit_event_actor_id_at_idx" on audit_event (actor_id, at);
