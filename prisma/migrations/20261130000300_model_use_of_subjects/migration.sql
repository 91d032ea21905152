-- The calls of models for one subject in a month of UTC.
create table subject_model_use (
  subject_id uuid not null references subject (id) on delete cascade,
  month date not null,
  task text not null,
  model text not null,
  calls integer not null,
  failed integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  priced integer not null,
  cost_usd double precision not null,
  primary key (subject_id, month, task, model)
);
