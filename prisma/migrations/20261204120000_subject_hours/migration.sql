-- Columns with constant defaults: no row is rewritten, and the lock lasts an instant.
alter table "subject" add column "hours_from" integer not null default 540;
alter table "subject" add column "hours_until" integer not null default 1080;
alter table "subject" add constraint "subject_hours"
  check ("hours_from" >= 480 and "hours_until" <= 1260 and "hours_from" < "hours_until") not valid;
