-- What Prisma's schema can't say: indexes of the hot reads, and rules that no program may break.

-- The writer's message list, newest first, by a phone's beginning.
create index message_phone on message (phone text_pattern_ops, created_at, id);

-- Streams: in the order of commit.
create index message_stream on message (xid, position);
create index message_subject_stream on message (subject_id, xid, position);
create index event_stream on event (topic, xid, id);

-- What was said, searched by the family. Private words are not in it.
create index message_words on message using gin (to_tsvector('simple', coalesce(corrected_text, text)))
  where not private;

-- What has been asked of a subject, so that nothing is asked twice.
create index message_asked on message (subject_id) where role = 'assistant';

-- Utterances whose answer a crash prevented.
create index conversation_awaiting on conversation (last_heard_at) where awaiting_seq is not null;

-- One live conversation at a time: two that begin at once become one.
create unique index conversation_live on conversation (subject_id) where status in ('RINGING', 'IN_PROGRESS');

alter table message add constraint message_text_length check (length(text) <= 20000);

-- The ledger and the audit log only grow.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% only grows: its rows are never changed or removed', tg_table_name;
end;
$$;
create trigger consent_entry_only_grows before update or delete or truncate on consent_entry
  for each statement execute function refuse_change();
create trigger consent_wording_only_grows before update or delete or truncate on consent_wording
  for each statement execute function refuse_change();
create trigger audit_event_only_grows before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
