-- The author of a version of a story that was written at another Evertold.
alter table card_revision add column author_name text;
-- Whether a recording of the voice came from another Evertold and waits until the person agrees to recording here.
alter table media add column held boolean not null default false;
