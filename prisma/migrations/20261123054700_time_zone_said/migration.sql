-- Whether somebody said where a subject lives, or the zone was taken from the phone. What is there already counts as said.
alter table subject add column time_zone_said boolean not null default true;
