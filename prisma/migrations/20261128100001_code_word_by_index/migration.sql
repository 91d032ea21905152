-- The code words that an account chose.
create index concurrently "subject_code_word_by_id_idx" on subject (code_word_by_id);
