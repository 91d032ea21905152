-- A column without a default: no row is rewritten, and the lock lasts an instant.
alter table "media" add column "after_paragraph" integer;
