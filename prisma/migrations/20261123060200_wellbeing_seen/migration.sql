-- Who has seen that words of crisis were said, and what they did.
alter table wellbeing_note add column seen_by_id uuid;
alter table wellbeing_note add column done text;
alter table wellbeing_note add constraint wellbeing_note_seen_by_id_fkey
  foreign key (seen_by_id) references "user" (id) on delete set null on update cascade not valid;
