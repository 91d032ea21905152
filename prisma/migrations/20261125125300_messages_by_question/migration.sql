-- How often a question of the bank was asked.
create index concurrently "message_question_key_created_at_idx" on message (question_key, created_at);
