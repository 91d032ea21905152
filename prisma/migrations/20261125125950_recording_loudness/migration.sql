-- How loud a recording is in each half second, estimated from the size of its packets.
alter table recording add column loudness integer[] not null default '{}';
