-- What the team changed of the question bank. Without a row a question is asked as it is built in.
create table bank_question (
  key text primary key,
  content jsonb,
  enabled boolean not null default true,
  position integer,
  revision integer not null default 1,
  updated_by_id uuid references "user" (id) on delete set null on update cascade,
  updated_at timestamptz(3) not null default current_timestamp
);
create index bank_question_updated_by_id_idx on bank_question (updated_by_id);
