-- The conversations of a day.
create index concurrently "conversation_created_at_id_idx" on conversation (created_at desc, id desc);
