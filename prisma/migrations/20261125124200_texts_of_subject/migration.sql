create index concurrently "inbound_text_subject_id_idx" on inbound_text (subject_id);
