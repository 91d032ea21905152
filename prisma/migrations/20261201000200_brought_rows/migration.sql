-- Conversations that were held elsewhere, and the names of members who did not come along.
alter table conversation add column brought boolean not null default false;
alter table media add column added_by_name text;
alter table question_request add column asked_by_name text;
