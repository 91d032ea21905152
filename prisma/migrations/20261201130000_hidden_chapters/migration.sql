-- A constant default is stored in the catalogue: no row is rewritten, and the lock lasts an instant.
alter table "chapter" add column "hidden" boolean not null default false;
