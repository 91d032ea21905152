-- Where the desk finds a subject by a part of its names or phone, with or without accents.
create index concurrently "subject_name_parts" on subject
  using gin (without_accents(full_name || ' ' || preferred_name || ' ' || coalesce(phone, '')) gin_trgm_ops);
