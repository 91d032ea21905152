-- Addresses of partners' programs that are told of what happens in the books that their holder reads.
create table webhook (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  url text not null,
  events text[] not null,
  -- All that the holder may see, now and later; else those named, and no other.
  all_subjects boolean not null,
  subject_ids uuid[] not null default '{}',
  -- Sealed with the server's own secret: what is signed with can't be kept as a hash.
  secret bytea not null,
  -- Signs beside the new one until then.
  previous_secret bytea,
  previous_until timestamptz(3),
  -- The number of the event that was numbered last.
  last_number integer not null default 0,
  off_at timestamptz(3),
  off_reason text,
  -- Since when nothing arrived, how often in a row, and when it is tried again.
  failing_since timestamptz(3),
  failures integer not null default 0,
  retry_at timestamptz(3),
  -- Answers slowly, or not at all: it waits with its like.
  slow boolean not null default false,
  -- Which run of the job has it in hand, and until when.
  run_id uuid,
  run_until timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  constraint webhook_events check (cardinality(events) > 0)
);
create index webhook_user_id_idx on webhook (user_id);

create type webhook_delivery_status as enum ('WAITING', 'DELIVERED', 'FAILED', 'WITHHELD');

-- What a webhook is told: written with the change itself, as ids.
create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook (id) on delete cascade on update cascade,
  -- Null: a test, which is about no book.
  subject_id uuid references subject (id) on delete cascade on update cascade,
  event text not null,
  data jsonb not null,
  position bigint generated always as identity,
  -- Counts the events of a webhook without a gap, in the order in which they are sent; null until then.
  number integer,
  status webhook_delivery_status not null default 'WAITING',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default current_timestamp,
  -- It is given up then; null until the first attempt.
  retry_until timestamptz(3),
  last_attempt_at timestamptz(3),
  status_code integer,
  problem text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create index webhook_delivery_webhook_id_position_idx on webhook_delivery (webhook_id, position);
create unique index webhook_delivery_webhook_id_number_key on webhook_delivery (webhook_id, number);
create index webhook_delivery_subject_id_idx on webhook_delivery (subject_id);
create index webhook_delivery_created_at_idx on webhook_delivery (created_at);
create index webhook_delivery_waiting on webhook_delivery (webhook_id, next_attempt_at)
  where status = 'WAITING';

-- Tells the webhooks of everybody who belongs to a book. Whether they may still see what it is about is asked when it
-- is sent. A book that is being erased has nobody to tell, and a webhook that is being deleted is told nothing: whatever
-- happens waits for neither.
create function tell_webhooks(about uuid, what text, ids jsonb) returns void language sql as $$
  insert into webhook_delivery (id, webhook_id, subject_id, event, data)
  select gen_random_uuid(), w.id, s.id, what, ids
  from subject s
    cross join lateral (
      select m.user_id from membership m where m.subject_id = s.id
      union
      select s.self_user_id
    ) reader
    join webhook w on w.user_id = reader.user_id
  where s.id = about and w.off_at is null and what = any(w.events)
    and (w.all_subjects or s.id = any(w.subject_ids))
  for key share of w skip locked;
$$;

create function tell_of_message() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'message.created',
    jsonb_build_object('subjectId', new.subject_id, 'conversationId', new.conversation_id, 'messageId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_message after insert on message
  for each row when (not new.private) execute function tell_of_message();

create function tell_of_conversation() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'conversation.completed',
    jsonb_build_object('subjectId', new.subject_id, 'conversationId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_conversation after update of status on conversation
  for each row when (new.status = 'COMPLETED' and old.status <> 'COMPLETED') execute function tell_of_conversation();

create function tell_of_card() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'card.published',
    jsonb_build_object('subjectId', new.subject_id, 'cardId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_new_card after insert on card
  for each row when (new.status = 'PUBLISHED') execute function tell_of_card();
create trigger webhooks_of_card after update of status on card
  for each row when (new.status = 'PUBLISHED' and old.status <> 'PUBLISHED') execute function tell_of_card();

create function tell_of_keepsake() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'keepsake.created',
    jsonb_build_object('subjectId', new.subject_id, 'keepsakeId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_keepsake after insert on media
  for each row execute function tell_of_keepsake();

create function tell_of_consent() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'consent.changed',
    jsonb_build_object('subjectId', new.subject_id, 'consentEntryId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_consent after insert on consent_entry
  for each row when (new.subject_id is not null) execute function tell_of_consent();

create function tell_of_member() returns trigger language plpgsql as $$
declare
  member membership := coalesce(new, old);
begin
  perform tell_webhooks(member.subject_id, 'member.changed',
    jsonb_build_object('subjectId', member.subject_id, 'memberId', member.id));
  return null;
end;
$$;
create trigger webhooks_of_member after insert or delete on membership
  for each row execute function tell_of_member();
create trigger webhooks_of_member_role after update of role on membership
  for each row when (new.role <> old.role) execute function tell_of_member();

create function tell_of_export() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.subject_id, 'export.ready',
    jsonb_build_object('subjectId', new.subject_id, 'exportId', new.id));
  return null;
end;
$$;
create trigger webhooks_of_export after update of status on making
  for each row when (new.kind = 'EXPORT' and new.status = 'DONE' and old.status <> 'DONE')
  execute function tell_of_export();
