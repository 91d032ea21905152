-- The interviewer's own questions that a family left out.
create table left_out_question (
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  key text not null,
  for_good boolean not null,
  at timestamptz(3) not null default current_timestamp,
  primary key (subject_id, key)
);
