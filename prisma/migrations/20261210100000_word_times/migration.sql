-- When each word of a message is spoken, as a transcription service measured it.
alter table message add column word_starts_ms integer[] not null default '{}';
alter table recording add column words_timed_at timestamptz(3);
alter table recording add column words_approximate boolean not null default true;
-- The words of an old recording as the service measured them, until they are in the book.
alter table old_recording add column words jsonb not null default '[]';
