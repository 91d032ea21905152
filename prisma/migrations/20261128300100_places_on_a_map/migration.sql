-- What the family says of a place: that two names are one place, and where it lies on the map, or that it stays off it.
alter table place add column found boolean not null default true;
alter table place add column same_as text;
alter table place add column off_map boolean not null default false;
alter table place add column pin_label text;
alter table place add column latitude double precision;
alter table place add column longitude double precision;
