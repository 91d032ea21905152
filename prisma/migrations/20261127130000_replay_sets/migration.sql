-- Sets of recorded conversations, which a prompt version and a model answer again.
create table replay_set (
  id uuid primary key,
  name text not null unique,
  kind text not null,
  created_by_id uuid references "user" (id) on delete set null on update cascade,
  created_at timestamptz(3) not null default current_timestamp,
  constraint replay_set_kind check (kind in ('INTERVIEW', 'WRITE'))
);
create index replay_set_created_by_id_idx on replay_set (created_by_id);

create table replay_turn (
  id uuid primary key,
  set_id uuid not null references replay_set (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  conversation_id uuid not null references conversation (id) on delete cascade on update cascade,
  -- The turn of the person that is answered; 0 for the whole conversation.
  seq integer not null,
  created_at timestamptz(3) not null default current_timestamp
);
create unique index replay_turn_set_id_conversation_id_seq_key on replay_turn (set_id, conversation_id, seq);
create index replay_turn_subject_id_idx on replay_turn (subject_id);
create index replay_turn_conversation_id_idx on replay_turn (conversation_id);

create table replay_run (
  id uuid primary key,
  set_id uuid not null references replay_set (id) on delete cascade on update cascade,
  run_by_id uuid references "user" (id) on delete set null on update cascade,
  agent_prompt_version_id uuid references agent_prompt_version (id) on delete cascade on update cascade,
  prompt_version_id uuid references prompt_version (id) on delete cascade on update cascade,
  model_id uuid references model (id) on delete set null on update cascade,
  -- Null for the built-in interviewer.
  model_name text,
  -- All versions that were followed, sorted. The built-in instructions have none.
  version_ids uuid[] not null default array[]::uuid[],
  status text not null default 'QUEUED',
  problem text,
  created_at timestamptz(3) not null default current_timestamp,
  finished_at timestamptz(3),
  constraint replay_run_status check (status in ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'))
);
create index replay_run_set_id_created_at_idx on replay_run (set_id, created_at);
create index replay_run_run_by_id_idx on replay_run (run_by_id);
create index replay_run_agent_prompt_version_id_idx on replay_run (agent_prompt_version_id);
create index replay_run_prompt_version_id_idx on replay_run (prompt_version_id);
create index replay_run_model_id_idx on replay_run (model_id);

-- The answer at one turn. Its text may hold a person's words: it goes with the subject, and after thirty days.
create table replay_result (
  run_id uuid not null references replay_run (id) on delete cascade on update cascade,
  conversation_id uuid not null references conversation (id) on delete cascade on update cascade,
  seq integer not null,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  position integer not null,
  done_at timestamptz(3),
  -- Whether an answer was asked for: not when the conversation may no longer be shown to a model.
  measured boolean not null default false,
  private_mark text not null default '',
  text text not null default '',
  verdict text,
  error text,
  words integer,
  questions integer,
  repeated integer,
  usable boolean,
  sentences_held integer,
  sentences_refused integer,
  private_sentences integer,
  input_tokens integer,
  output_tokens integer,
  first_token_ms integer,
  latency_ms integer,
  cost_usd double precision,
  primary key (run_id, conversation_id, seq)
);
create index replay_result_subject_id_idx on replay_result (subject_id);
create index replay_result_conversation_id_idx on replay_result (conversation_id);

-- What an admin thinks of an answer of the playground. It stays with the version when the run is erased.
create table version_rating (
  id uuid primary key,
  run_id uuid not null,
  rated_by_id uuid not null references "user" (id) on delete cascade on update cascade,
  agent_prompt_version_id uuid references agent_prompt_version (id) on delete cascade on update cascade,
  prompt_version_id uuid references prompt_version (id) on delete cascade on update cascade,
  -- The note may quote the subject.
  subject_id uuid references subject (id) on delete cascade on update cascade,
  up boolean not null,
  note text,
  created_at timestamptz(3) not null default current_timestamp,
  constraint version_rating_version check (num_nonnulls(agent_prompt_version_id, prompt_version_id) = 1)
);
create unique index version_rating_run_id_rated_by_id_key on version_rating (run_id, rated_by_id);
create index version_rating_rated_by_id_idx on version_rating (rated_by_id);
create index version_rating_agent_prompt_version_id_idx on version_rating (agent_prompt_version_id);
create index version_rating_prompt_version_id_idx on version_rating (prompt_version_id);
create index version_rating_subject_id_idx on version_rating (subject_id);

-- Why a version went live although its replays are worse.
alter table agent_prompt_version add column live_reason text;
alter table prompt_version add column live_reason text;
create or replace function keep_prompt_words() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['live_at', 'live_reason', 'model_id', 'author_id']
    is distinct from to_jsonb(old) - array['live_at', 'live_reason', 'model_id', 'author_id'] then
    raise exception 'a prompt version never changes';
  end if;
  return new;
end $$;
