-- For erasing a keepsake together with its line of activity.
create index concurrently "activity_media_id_idx" on "activity" ("media_id");
