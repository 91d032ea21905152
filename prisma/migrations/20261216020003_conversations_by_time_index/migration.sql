create index concurrently "conversation_subject_id_happened_at_id_idx" on conversation (subject_id, happened_at desc, id desc);
