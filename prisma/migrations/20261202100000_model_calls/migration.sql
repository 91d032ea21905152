-- Each call of a language model, for thirty days, without any words. Ids are of version 7, so that they order by time.
create table model_call (
  id uuid primary key,
  at timestamptz(3) not null,
  task text not null,
  -- The name that the team gave it then, and the version that its server named.
  model text not null,
  model_version text,
  subject_id uuid references subject (id) on delete set null,
  outcome text not null,
  failed boolean not null,
  -- For a failed call: an HTTP status, or the code or name of the error.
  error_kind text,
  first_token_ms integer,
  latency_ms integer not null,
  input_tokens integer,
  output_tokens integer,
  cost_usd double precision
);

create index model_call_subject_id_id_idx on model_call (subject_id, id);
create index model_call_model_id_idx on model_call (model, id);
create index model_call_failed_id_idx on model_call (failed, id);
