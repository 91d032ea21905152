-- How models were used in each quarter of an hour: no words, and nothing about whom.
create table model_use (
  quarter timestamptz(3) not null,
  task text not null,
  -- The name that the team gave it then.
  model text not null,
  calls integer not null,
  failed integer not null,
  latency_ms integer not null,
  -- The calls whose tokens are known, and those whose price was known too.
  counted integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  priced integer not null,
  cost_usd double precision not null,
  primary key (quarter, task, model)
);
