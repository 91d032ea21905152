-- Which way of dividing and encoding a meaning was made by: another one is made again.
alter table message_meaning add column version int not null default 1;
