-- Whether the family took a place off the list of places, because it is none or isn't told of.
alter table place add column off_list boolean not null default false;
