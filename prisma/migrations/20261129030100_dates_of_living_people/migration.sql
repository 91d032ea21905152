-- Whether readers see the life dates of people who may be living. Where they could read the conversations they saw them.
alter table subject add column viewers_see_living_dates boolean not null default false;
update subject set viewers_see_living_dates = true where viewers_read_transcripts;
