-- Which stories have opened is looked up every ten minutes.
create index concurrently "audience_opens_at_idx" on "audience" ("opens_at");
