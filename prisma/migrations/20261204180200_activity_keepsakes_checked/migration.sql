-- Reads the table without blocking reads or writes.
alter table "activity" validate constraint "activity_media_id_fkey";
