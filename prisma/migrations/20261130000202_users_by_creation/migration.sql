create index concurrently "user_createdAt_id_idx" on "user" ("createdAt", id);
