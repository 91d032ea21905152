-- When the carrier said that a text reached its phone.
alter table notice add column delivered_at timestamptz(3);
