create index concurrently "user_sort_name_id_idx" on "user" (sort_name, id);
