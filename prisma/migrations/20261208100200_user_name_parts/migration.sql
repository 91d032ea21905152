-- Where the desk finds an account by a part of its name, address or phone, with or without accents.
create index concurrently "user_name_parts" on "user"
  using gin (without_accents(name || ' ' || email || ' ' || coalesce("phoneNumber", '')) gin_trgm_ops);
