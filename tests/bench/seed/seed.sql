-- Two million messages of invented families, the same each time but for their ids. Runs once, in an empty database.

-- Rows are consistent by the way they are made; checking each of them takes most of the time.
set session_replication_role = replica;
set maintenance_work_mem = '1GB';
set synchronous_commit = off;

create function pg_temp.id_of(name text) returns uuid language sql immutable
  return overlay(overlay(md5(name) placing '7' from 13) placing '8' from 17)::uuid;

create temp table account as
  select 'admin' as name
  union all select 'family-' || n from generate_series(0, 9) n
  union all select 'speaker-' || n from generate_series(0, 31) n;

insert into "user" (id, name, email, "emailVerified", "confirmedEmail", role, "updatedAt")
  select pg_temp.id_of(name), name, name || '@bench.test', true, name || '@bench.test',
    case when name = 'admin' then 'user,admin' else 'user' end, now()
  from account;

insert into session (id, token, "userId", "expiresAt", "updatedAt")
  select gen_random_uuid(), 'token-of-' || name, pg_temp.id_of(name), now() + interval '10 years', now()
  from account;

-- 'big' has half of all messages; 499 others have about 2,000 each; in 640 talks somebody speaks just now.
insert into subject (id, full_name, preferred_name, phone, status, sharing, viewers_read_transcripts, created_at,
    updated_at)
  select pg_temp.id_of(name), initcap(name) || ' Rourke', initcap(name), phone, 'ACTIVE', true, true,
    now() - interval '730 days', now()
  from (
    select 'big' as name, '+12025550100' as phone
    union all select 'subject-' || n,
      case when n % 2 = 0 then '+1202556' || lpad(n::text, 4, '0') else '+4930' || lpad(n::text, 7, '0') end
    from generate_series(1, 499) n
    union all select 'talk-' || n, '+1202557' || lpad(n::text, 4, '0') from generate_series(0, 639) n
  ) each;

insert into membership (id, subject_id, user_id, role, relationship)
  select gen_random_uuid(), pg_temp.id_of('big'), pg_temp.id_of('family-' || n),
    case when n = 0 then 'OWNER' when n < 5 then 'EDITOR' else 'VIEWER' end::"MemberRole", 'daughter'
  from generate_series(0, 9) n;
insert into membership (id, subject_id, user_id, role, relationship)
  select gen_random_uuid(), pg_temp.id_of('talk-' || n), pg_temp.id_of('speaker-' || n % 32), 'OWNER', 'son'
  from generate_series(0, 639) n;

-- 19,802 conversations of 101 messages, spread over two years; then those that go on.
create temp table told as
  select uuidv7(started_at - now()) as id, started_at,
    case when n % 100 < 52 then 'big' else 'subject-' || 1 + n::bigint * 7919 % 499 end as subject
  from (
    select n, date_trunc('second', now()) - interval '730 days' + n * interval '53 minutes' as started_at
    from generate_series(0, 19801) n
  ) each;

insert into conversation (id, subject_id, channel, status, title, summary, phone, started_at, ended_at, last_seq,
    created_at, updated_at)
  select t.id, s.id, 'PHONE', 'COMPLETED', 'The bakery on Canal Street', 'Of the bakery, and who worked in it.',
    s.phone, t.started_at, t.started_at + interval '40 minutes', 101, t.started_at, t.started_at
  from told t join subject s on s.id = pg_temp.id_of(t.subject);

insert into conversation (id, subject_id, channel, status, held_by_id, phone, started_at, last_heard_at, last_seq,
    created_at, updated_at)
  select uuidv7(), s.id, 'WEB', 'IN_PROGRESS', m.user_id, s.phone, now(), now(), 20, now(), now()
  from subject s join membership m on m.subject_id = s.id and m.role = 'OWNER';

-- Indexes are made at the end, at once.
create temp table index_of_message as
  select indexname, indexdef from pg_indexes where tablename = 'message' and indexname <> 'message_pkey';
do $$ declare each record; begin
  for each in select * from index_of_message loop execute format('drop index %I', each.indexname); end loop;
end $$;

insert into message (id, subject_id, conversation_id, seq, role, text, phone, private, created_at)
  select uuidv7(at - now()), subject_id, conversation_id, seq,
    case when seq % 2 = 1 then 'assistant' else 'user' end::"MessageRole",
    (array[
      'My father kept a bakery on Canal Street, and the oven was lit at three every morning.',
      'What did it smell like when you came down the stairs?',
      'There was a woman called Edith who came for yesterday’s bread, and he always gave her today’s. He told us '
        || 'that what is left over in the evening belongs to whoever needs it, and nobody was to make a word of it.',
      'We moved in the spring of 1951. I remember the cart, and my mother walking beside it with the clock in her '
        || 'arms because she trusted nobody with it.',
      'Who taught you that?',
      'I don’t know. It was a long time ago.'
    ])[1 + (seq * 7 + extract(epoch from started_at)::bigint / 60) % 6],
    phone, seq % 50 = 7, at
  from (
    select c.id as conversation_id, c.subject_id, c.phone, c.started_at, seq,
      c.started_at + seq * interval '20 seconds' as at
    from conversation c cross join lateral generate_series(1, c.last_seq) seq
    order by c.started_at, seq
  ) each;

do $$ declare each record; begin
  for each in select * from index_of_message loop execute each.indexdef; end loop;
end $$;

-- The book of 'talk-0': its home is read.
insert into chapter (id, subject_id, key, title, position)
  select gen_random_uuid(), pg_temp.id_of('talk-0'), 'chapter-' || n, 'Chapter ' || n, n
  from generate_series(1, 12) n;
insert into card (id, subject_id, chapter_id, title, status, updated_at)
  select gen_random_uuid(), c.subject_id, c.id, 'The story ' || n || ' of ' || c.title, 'PUBLISHED',
    now() - n * interval '1 hour' - c.position * interval '1 minute'
  from chapter c cross join generate_series(1, 3) n;
insert into card_revision (id, subject_id, card_id, number, title, writer)
  select gen_random_uuid(), subject_id, id, 1, title, 'built-in 1' from card;
insert into sentence (id, subject_id, card_id, revision, paragraph, position, text)
  select gen_random_uuid(), subject_id, id, 1, 1, n, 'My father kept a bakery on Canal Street.'
  from card cross join generate_series(1, 6) n;
insert into source (id, subject_id, sentence_id, message_id, start, "end")
  select gen_random_uuid(), s.subject_id, s.id, m.id, 0, 10
  from sentence s cross join lateral (select id from message where subject_id = s.subject_id limit 1) m;
insert into question_request (id, subject_id, asked_by_id, text, created_at)
  select gen_random_uuid(), pg_temp.id_of('talk-0'), pg_temp.id_of('speaker-0'), 'Question ' || n || '?',
    now() - n * interval '1 day'
  from generate_series(1, 12) n;
insert into call_time (id, subject_id, weekday, minute)
  select gen_random_uuid(), pg_temp.id_of('talk-0'), n, 840 from generate_series(1, 2) n;
insert into consent_entry (id, subject_id, kind, status, wording_version, via)
  values (pg_temp.id_of('consent'), pg_temp.id_of('talk-0'), 'CALLS', 'GRANTED', 1, 'WEB');
insert into consent_identity (entry_id, subject_id, phone)
  select pg_temp.id_of('consent'), id, phone from subject where id = pg_temp.id_of('talk-0');
