-- The keepsake that was added: its rights decide who sees the line. Without a default no row is rewritten; both tables
-- are locked for an instant.
alter table "activity" add column "media_id" uuid;
alter table "activity" add constraint "activity_media_id_fkey"
  foreign key ("media_id") references "media" ("id") on delete cascade on update cascade not valid;
