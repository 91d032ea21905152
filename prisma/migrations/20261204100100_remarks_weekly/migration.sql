-- Whether a member is notified about remarks once a week. A constant default is stored in the catalogue: no row is
-- rewritten, and the lock lasts an instant.
alter table membership add column remarks_weekly boolean not null default false;
