-- When somebody in the stories was born and died, as the family says (EDTF).
alter table person add column born text;
alter table person add column died text;

-- The keepsakes in which only the other person was before the merge, so that undoing it parts them again.
alter table person_merge add column added_media_ids uuid[] not null default '{}';
