-- Whether somebody asked for a call, outside of the schedule: such a call is tried again too when it was missed.
alter table call add column asked boolean not null default false;
