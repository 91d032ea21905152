-- Models: their price, what they are the default for, and how much they may answer.
alter table model
  add column default_for text[] not null default array[]::text[],
  add column max_output_tokens integer,
  add column input_price_per_million double precision,
  add column output_price_per_million double precision,
  add column revision integer not null default 1;

-- The interviewer's instructions. A version never changes; live and trial are pointers.
create table agent_prompt (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  live_version_id uuid unique,
  trial_version_id uuid unique,
  created_at timestamptz(3) not null default current_timestamp
);
create table agent_prompt_version (
  id uuid primary key,
  agent_prompt_id uuid not null references agent_prompt (id) on delete cascade on update cascade,
  number integer not null,
  instructions text not null,
  first_message text not null,
  voice text,
  language text not null default 'en',
  model_id uuid references model (id) on delete set null on update cascade,
  note text,
  author_id uuid references "user" (id) on delete set null on update cascade,
  live_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create unique index agent_prompt_version_agent_prompt_id_number_key on agent_prompt_version (agent_prompt_id, number);
create index agent_prompt_version_model_id_idx on agent_prompt_version (model_id);
create index agent_prompt_version_author_id_idx on agent_prompt_version (author_id);
alter table agent_prompt
  add constraint agent_prompt_live_version_id_fkey foreign key (live_version_id)
    references agent_prompt_version (id) on delete set null on update cascade,
  add constraint agent_prompt_trial_version_id_fkey foreign key (trial_version_id)
    references agent_prompt_version (id) on delete set null on update cascade;

-- The writer's instructions for one task, likewise.
create table prompt (
  id uuid primary key,
  task text not null unique,
  live_version_id uuid unique,
  trial_version_id uuid unique
);
create table prompt_version (
  id uuid primary key,
  prompt_id uuid not null references prompt (id) on delete cascade on update cascade,
  number integer not null,
  text text not null,
  model_id uuid references model (id) on delete set null on update cascade,
  note text,
  author_id uuid references "user" (id) on delete set null on update cascade,
  live_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp
);
create unique index prompt_version_prompt_id_number_key on prompt_version (prompt_id, number);
create index prompt_version_model_id_idx on prompt_version (model_id);
create index prompt_version_author_id_idx on prompt_version (author_id);
alter table prompt
  add constraint prompt_live_version_id_fkey foreign key (live_version_id)
    references prompt_version (id) on delete set null on update cascade,
  add constraint prompt_trial_version_id_fkey foreign key (trial_version_id)
    references prompt_version (id) on delete set null on update cascade;

-- The words of a version are what they were when something was made with it.
create function keep_prompt_words() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['live_at', 'model_id', 'author_id']
    is distinct from to_jsonb(old) - array['live_at', 'model_id', 'author_id'] then
    raise exception 'a prompt version never changes';
  end if;
  return new;
end $$;
create trigger keep_words before update on agent_prompt_version for each row execute function keep_prompt_words();
create trigger keep_words before update on prompt_version for each row execute function keep_prompt_words();

-- What made a conversation, a message, a revision of a card.
alter table conversation add column agent_prompt_version_id uuid;
alter table message
  add column made_by text,
  add column agent_prompt_version_id uuid;
alter table card_revision add column prompt_version_ids uuid[] not null default array[]::uuid[];
alter table writer_run add column prompt_version_ids uuid[] not null default array[]::uuid[];

-- A run of the playground. What it says may be a person's words: it goes with its subject, and after a week.
create table playground_run (
  id uuid primary key,
  run_by_id uuid not null references "user" (id) on delete cascade on update cascade,
  subject_id uuid references subject (id) on delete cascade on update cascade,
  conversation_id uuid references conversation (id) on delete cascade on update cascade,
  -- What was asked for, so that another run is not taken for the same.
  asked_hash text not null,
  -- Which turns of the conversation were private when it began.
  private_mark text not null default '',
  prompt_version_id uuid references prompt_version (id) on delete cascade on update cascade,
  agent_prompt_version_id uuid references agent_prompt_version (id) on delete cascade on update cascade,
  model_id uuid references model (id) on delete cascade on update cascade,
  status text not null default 'RUNNING',
  text text not null default '',
  verdict text,
  error text,
  input_tokens integer,
  output_tokens integer,
  first_token_ms integer,
  latency_ms integer,
  cost_usd double precision,
  beat_at timestamptz(3) not null default current_timestamp,
  created_at timestamptz(3) not null default current_timestamp
);
create index playground_run_run_by_id_idx on playground_run (run_by_id);
create index playground_run_subject_id_idx on playground_run (subject_id);
create index playground_run_conversation_id_idx on playground_run (conversation_id);
create index playground_run_created_at_idx on playground_run (created_at);
