create index concurrently "inbound_text_phone_told_at_idx" on inbound_text (phone, told_at);
