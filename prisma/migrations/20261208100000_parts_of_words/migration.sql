-- Indexes by any part of a word; a trusted extension of Postgres itself, which the database's owner may create.
create extension if not exists pg_trgm;
