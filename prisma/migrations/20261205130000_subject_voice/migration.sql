-- Adds an empty column, which rewrites no row.
alter table "subject" add column "voice" text;
