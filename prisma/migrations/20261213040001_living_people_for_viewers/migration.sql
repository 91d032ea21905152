-- Whether viewers see living people outside of the stories' own words: as before, they do.
alter table subject add column viewers_see_living boolean not null default true;
