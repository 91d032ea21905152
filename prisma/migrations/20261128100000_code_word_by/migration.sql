-- Who chose the code word, so that it can be undone with what else a thief of their account did.
alter table subject add column code_word_by_id uuid;
alter table subject add column code_word_since timestamptz(3);
alter table subject add constraint subject_code_word_by_id_fkey
  foreign key (code_word_by_id) references "user" (id) on delete set null on update cascade not valid;
