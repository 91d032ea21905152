-- The sound of a recording that came from another Evertold, until the person agrees to recording here.
alter table recording add column held_key text;
-- The number of such recordings that an import brought.
alter table book_import add column sounds_held integer not null default 0;
