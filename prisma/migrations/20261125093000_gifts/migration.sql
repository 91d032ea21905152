-- Gifts: somebody gives Evertold to somebody, who makes a book about themself with it.
create type gift_status as enum ('DRAFT', 'SCHEDULED', 'DELIVERED', 'REDEEMED', 'CANCELLED', 'EXPIRED');
create table gift (
  id uuid primary key,
  giver_id uuid references "user" (id) on delete set null on update cascade,
  recipient_name text not null,
  recipient_email text,
  recipient_phone text,
  message text,
  cloth text not null default 'spruce',
  deliver_on date not null,
  time_zone text not null,
  deliver_at timestamptz(3) not null,
  status gift_status not null default 'DRAFT',
  code_hash text not null,
  delivered_at timestamptz(3),
  reminded_at timestamptz(3),
  undeliverable boolean not null default false,
  redeemed_by_id uuid references "user" (id) on delete set null on update cascade,
  redeemed_at timestamptz(3),
  subject_id uuid references subject (id) on delete set null on update cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create unique index gift_code_hash_key on gift (code_hash);
create index gift_giver_id_idx on gift (giver_id);
create index gift_redeemed_by_id_idx on gift (redeemed_by_id);
create index gift_subject_id_idx on gift (subject_id);
create index gift_status_deliver_at_idx on gift (status, deliver_at);
