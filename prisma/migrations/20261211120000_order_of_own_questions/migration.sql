-- The order in which a family wants the interviewer's own next questions.
create table own_question_order (
  subject_id uuid primary key references subject (id) on delete cascade on update cascade,
  keys text[] not null
);
