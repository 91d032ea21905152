create index concurrently "subject_sort_name_id_idx" on subject (sort_name, id);
