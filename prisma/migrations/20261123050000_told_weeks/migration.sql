-- The weeks whose stories were told to those who hear weekly. The last one was told before there was this table.
create table told_week (
  ends_at timestamptz(3) not null,
  constraint told_week_pkey primary key (ends_at)
);
insert into told_week (ends_at) values (date_bin('7 days', now(), timestamptz '2026-01-05 14:00:00Z'));
