-- For the keys of all questions that were asked of a subject, before each answer.
create index concurrently "message_subject_id_question_key_idx" on "message" ("subject_id", "question_key");
