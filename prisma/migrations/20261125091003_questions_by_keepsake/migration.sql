-- One question about each keepsake.
create unique index concurrently "question_request_media_id_key" on question_request (media_id);
