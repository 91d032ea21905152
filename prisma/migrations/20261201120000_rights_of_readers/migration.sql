-- A reader may be limited to reading, and kept from downloads: said with the invitation, and changed by the owners.
-- Constant defaults: the tables are not rewritten.
alter table invitation
  add column may_contribute boolean not null default true,
  add column may_download boolean not null default true;

alter table membership
  add column may_contribute boolean not null default true,
  add column may_download boolean not null default true;
