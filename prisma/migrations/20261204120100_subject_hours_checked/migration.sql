-- Reads the table without blocking reads or writes.
alter table "subject" validate constraint "subject_hours";
