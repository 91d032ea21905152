-- Since when an account has its phone: one that came with a change of address which was undone goes with it.
alter table "user" add column phone_since timestamptz(3);
