-- Messages of invented families, the same each time but for their ids. Runs once, in an empty database. `:talks` is the
-- number of finished conversations, each of 101 messages, and `:books` the number of books that share half of them.

-- Rows are consistent by the way they are made; checking each of them takes most of the time.
set session_replication_role = replica;
set maintenance_work_mem = '1GB';
set synchronous_commit = off;

create function pg_temp.id_of(name text) returns uuid language sql immutable
  return overlay(overlay(md5(name) placing '7' from 13) placing '8' from 17)::uuid;

create temp table person_with_account as
  select 'admin' as name
  union all select 'family-' || n from generate_series(0, 9) n
  union all select 'speaker-' || n from generate_series(0, 31) n
  union all select 'reader-' || n from generate_series(1, 200) n;

insert into "user" (id, name, email, "emailVerified", "confirmedEmail", role, "updatedAt")
  select pg_temp.id_of(name), name, name || '@bench.test', true, name || '@bench.test',
    case when name = 'admin' then 'user,admin' else 'user' end, now()
  from person_with_account;

insert into session (id, token, "userId", "ipAddress", "userAgent", "expiresAt", "updatedAt")
  select gen_random_uuid(), 'token-of-' || name, pg_temp.id_of(name), '127.0.0.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    now() + interval '10 years', now()
  from person_with_account;
insert into account (id, "accountId", "providerId", "userId", password, "updatedAt")
  select gen_random_uuid(), pg_temp.id_of(name), 'credential', pg_temp.id_of(name), 'none', now() from person_with_account;

-- 'big' has half of all messages; the other books share the rest; in 640 talks somebody speaks just now.
insert into subject (id, full_name, preferred_name, pronouns, birth_date, birth_place, phone, status, sharing,
    viewers_read_transcripts, created_at, updated_at)
  select pg_temp.id_of(name), initcap(name) || ' Rourke', initcap(name), 'she/her', '1934-05-02', 'New Bedford', phone,
    'ACTIVE', true, true, now() - interval '730 days', now()
  from (
    select 'big' as name, '+12025550100' as phone
    union all select 'subject-' || n,
      case when n % 2 = 0 then '+1202556' || lpad(n::text, 4, '0') else '+4930' || lpad(n::text, 7, '0') end
    from generate_series(1, :books) n
    union all select 'talk-' || n, '+1202557' || lpad(n::text, 4, '0') from generate_series(0, 639) n
  ) each;

insert into membership (id, subject_id, user_id, role, relationship)
  select gen_random_uuid(), pg_temp.id_of('big'), pg_temp.id_of('family-' || n),
    case when n = 0 then 'OWNER' when n < 5 then 'EDITOR' else 'VIEWER' end::"MemberRole", 'daughter'
  from generate_series(0, 9) n;
insert into membership (id, subject_id, user_id, role, relationship)
  select gen_random_uuid(), pg_temp.id_of('talk-' || n), pg_temp.id_of('speaker-' || n % 32), 'OWNER', 'son'
  from generate_series(0, 639) n;
-- Readers 1 to 200 each own the book of the same number; three others of them are members.
insert into membership (id, subject_id, user_id, role, relationship, created_at)
  select gen_random_uuid(), pg_temp.id_of('subject-' || n), pg_temp.id_of('reader-' || 1 + (n - 1 + other * 7) % 200),
    (array['OWNER', 'EDITOR', 'EDITOR', 'VIEWER'])[other + 1]::"MemberRole", 'daughter',
    now() - interval '1 year' + other * interval '1 day'
  from generate_series(1, 200) n cross join generate_series(0, 3) other;

-- Finished conversations, spread over two years; then those that go on.
create temp table told as
  select uuidv7(started_at - now()) as id, started_at,
    case when n % 100 < 52 then 'big' else 'subject-' || 1 + (hashint4(n) & 2147483647) % :books end as subject
  from (
    select n, date_trunc('milliseconds', now() - interval '730 days' + n * interval '728 days' / :talks) as started_at
    from generate_series(0, :talks - 1) n
  ) each;

insert into conversation (id, subject_id, channel, status, writing, title, summary, phone, started_at, ended_at,
    last_seq, created_at, updated_at, happened_at)
  select t.id, s.id, 'PHONE', 'COMPLETED', 'WRITTEN', 'The bakery on Canal Street', 'Of the bakery, and who worked in it.',
    s.phone, t.started_at, t.started_at + interval '40 minutes', 101, t.started_at, t.started_at, t.started_at
  from told t join subject s on s.id = pg_temp.id_of(t.subject);

insert into conversation (id, subject_id, channel, status, held_by_id, phone, started_at, last_heard_at, last_seq,
    created_at, updated_at, happened_at)
  select uuidv7(), s.id, 'WEB', 'IN_PROGRESS', m.user_id, s.phone, now(), now(), 20, now(), now(), now()
  from subject s join membership m on m.subject_id = s.id and m.role = 'OWNER'
  where s.preferred_name = 'Big' or s.preferred_name like 'Talk-%';

-- Indexes are made at the end, at once.
create temp table index_of_message as
  select indexname, indexdef from pg_indexes where tablename = 'message' and indexname <> 'message_pkey';
do $$ declare each record; begin
  for each in select * from index_of_message loop execute format('drop index %I', each.indexname); end loop;
end $$;

insert into message (id, subject_id, conversation_id, seq, role, made_by, reading, text, phone, private, created_at)
  select uuidv7(at - now()), subject_id, conversation_id, seq,
    case when seq % 2 = 1 then 'assistant' else 'user' end::"MessageRole",
    case when seq % 2 = 1 then 'built-in' end,
    case when seq % 2 = 0 then '{"spans": [{"act": "ACCOUNT", "start": 0, "end": 40}]}'::jsonb end,
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

insert into call (conversation_id, subject_id, line, provider_id, inbound)
  select id, subject_id, 'PROVIDER', id::text, false from conversation where status = 'COMPLETED';
insert into writer_run (id, subject_id, conversation_id, writer, ok, sentences, refusals, ended_at)
  select gen_random_uuid(), subject_id, id, 'built-in 1', true, 14, '[{"text": "He was a kind man."}]', now()
  from conversation where status = 'COMPLETED';

-- The books of the readers, each of 24 stories in 12 chapters.
create temp table book as
  select s.*, n, pg_temp.id_of('reader-' || n) as owner_id
  from generate_series(1, 200) n join subject s on s.id = pg_temp.id_of('subject-' || n);
-- Each story comes from one of the book's newest 24 conversations.
create temp table told_story as
  select b.id as subject_id, b.n, c.id as conversation_id, c.started_at, c.story, gen_random_uuid() as card_id
  from book b cross join lateral (
    select id, started_at, row_number() over (order by started_at desc)::int as story
    from conversation where subject_id = b.id and status = 'COMPLETED' order by started_at desc limit 24) c;

insert into chapter (id, subject_id, key, title, position)
  select gen_random_uuid(), id, 'chapter-' || at, 'Chapter ' || at, at from book cross join generate_series(1, 12) at;
insert into card (id, subject_id, chapter_id, title, status, happened, happened_key, place, created_at, updated_at)
  select t.card_id, t.subject_id, c.id, 'The bakery on Canal Street, story ' || t.story, 'PUBLISHED',
    (1940 + t.story)::text, (1940 + t.story)::text, 'Canal Street', t.started_at + interval '1 hour', t.started_at
  from told_story t join chapter c on c.subject_id = t.subject_id and c.position = 1 + t.story % 12;
insert into card_revision (id, subject_id, card_id, number, title, writer, conversation_id)
  select gen_random_uuid(), k.subject_id, k.id, 1, k.title, 'built-in 1', t.conversation_id
  from told_story t join card k on k.id = t.card_id;
insert into sentence (id, subject_id, card_id, revision, paragraph, position, text)
  select uuidv7(), subject_id, card_id, 1, 1 + at / 4, at,
    'My father kept a bakery on Canal Street, and the oven was lit at three every morning.'
  from told_story cross join generate_series(0, 11) at;
insert into source (id, subject_id, sentence_id, message_id, start, "end")
  select uuidv7(), t.subject_id, e.id, m.id, 0, 10
  from told_story t join sentence e on e.card_id = t.card_id
    join message m on m.conversation_id = t.conversation_id and m.seq = 10 + e.position * 2;
insert into person (id, subject_id, name, relationship, found)
  select gen_random_uuid(), id, (array['Edith', 'Thomas', 'Ruth', 'Samuel', 'Ida', 'Walter'])[at] || ' Rourke',
    (array['aunt', 'father', 'sister', 'brother', 'mother', 'uncle'])[at], true
  from book cross join generate_series(1, 6) at;
insert into card_person (subject_id, card_id, person_id)
  select t.subject_id, t.card_id, p.id
  from told_story t join (select *, row_number() over (partition by subject_id order by name) as at from person) p
    on p.subject_id = t.subject_id and p.at in (1 + t.story % 6, 1 + (t.story + 1) % 6);
-- Twelve keepsakes; six of them belong to stories. The last is the portrait.
insert into media (id, subject_id, card_id, kind, content_type, bytes, width, height, title, caption, added_by_id,
    storage_key)
  select gen_random_uuid(), b.id, t.card_id, 'PHOTO', 'image/jpeg', 180000, 1600, 1200, 'Photograph ' || at,
    'The bakery, about 1950', b.owner_id, b.id || '/' || at
  from book b cross join generate_series(1, 12) at left join told_story t on t.subject_id = b.id and t.story = at * 2
    and at <= 6;
update subject s set photo_id = m.id from media m where m.storage_key = s.id || '/12';
insert into question_request (id, subject_id, asked_by_id, text, position, created_at)
  select gen_random_uuid(), id, owner_id, 'Question ' || at || '?', at, now() - at * interval '1 day'
  from book cross join generate_series(1, 12) at;
insert into activity (id, subject_id, actor_id, kind, card_id, at)
  select gen_random_uuid(), t.subject_id, case when at = 1 then b.owner_id end,
    (array['story-published', 'conversation-ended'])[at], case when at = 1 then t.card_id end,
    t.started_at + at * interval '1 hour'
  from told_story t join book b on b.id = t.subject_id cross join generate_series(1, 2) at;
insert into wellbeing_note (id, subject_id, conversation_id, message_id, created_at)
  select gen_random_uuid(), t.subject_id, t.conversation_id, m.id, t.started_at
  from told_story t join message m on m.conversation_id = t.conversation_id and m.seq = 40
  where t.story = 1 and t.n % 5 = 0;
insert into call_time (id, subject_id, weekday, minute)
  select gen_random_uuid(), id, at, 840 from book cross join generate_series(1, 2) at;
insert into consent_entry (id, subject_id, kind, status, wording_version, via)
  select pg_temp.id_of('consent-' || n), id, 'CALLS', 'GRANTED', 1, 'WEB' from book;
insert into consent_identity (entry_id, subject_id, phone)
  select pg_temp.id_of('consent-' || n), id, phone from book;
