-- Whether the schedule is for calls or for questions by text.
alter table subject add column scheduled_by "Channel" not null default 'PHONE';
-- A text that came in with words for a conversation: whose they are, and since when they are in one.
alter table inbound_text add column tells boolean not null default false;
alter table inbound_text add column subject_id uuid;
alter table inbound_text add column told_at timestamptz(3);
alter table inbound_text add constraint inbound_text_subject_id_fkey
  foreign key (subject_id) references subject (id) on delete cascade on update cascade not valid;
-- A picture, or another file, that came with a text.
create table inbound_media (
  id uuid primary key,
  text_id uuid not null references inbound_text (id) on delete cascade on update cascade,
  position integer not null,
  url text not null,
  settled_at timestamptz(3)
);
create unique index inbound_media_text_id_position_key on inbound_media (text_id, position);
create index inbound_media_settled_at_idx on inbound_media (settled_at);
-- A question that was texted at a time of the schedule.
create table scheduled_text (
  conversation_id uuid primary key references conversation (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  scheduled_for timestamptz(3) not null
);
create unique index scheduled_text_subject_id_scheduled_for_key on scheduled_text (subject_id, scheduled_for);
