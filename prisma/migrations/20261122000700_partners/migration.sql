-- Keys by which a partner's program acts as the user who made one. Of the secret only a hash is kept.
create table api_key (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade on update cascade,
  name text not null,
  -- The first characters of the key: shown, and by what it is found.
  prefix text not null unique,
  hash text not null,
  scopes text[] not null,
  -- All that the user may see, now and later; else those named, and no other.
  all_subjects boolean not null,
  subject_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint api_key_scopes check (cardinality(scopes) > 0)
);
create index api_key_user_id_idx on api_key (user_id);

-- The answers to mutations that came with an Idempotency-Key, so that the same one again gets the same.
create table idempotent_answer (
  id uuid primary key,
  -- Who asked: an account, or a partner's key.
  caller_id uuid not null,
  key_hash text not null,
  body_hash text not null,
  -- Whose turn it is: who takes it over from a process that was killed gets another.
  run_id uuid not null,
  -- Written in the transaction of the change itself.
  done boolean not null default false,
  -- Sealed with what the caller sent: the database alone tells nothing of it. Null while it runs.
  answer bytea,
  created_at timestamptz(3) not null default current_timestamp,
  began_at timestamptz(3) not null default current_timestamp
);
create unique index idempotent_answer_caller_id_key_hash_key on idempotent_answer (caller_id, key_hash);
create index idempotent_answer_created_at_idx on idempotent_answer (created_at);
