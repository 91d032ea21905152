-- What is given for a phone may be given before anybody's book names it, and holds for every book that does: such an
-- entry belongs to the phone alone. A server of before asks by subject, and never meets one.
-- squawk-ignore ban-drop-not-null
alter table consent_entry alter column subject_id drop not null;
-- squawk-ignore ban-drop-not-null
alter table consent_identity alter column subject_id drop not null;

-- Texts that go by day only wait for it in the zone of whoever gets them.
alter table notice add column time_zone text;

-- Codes sent to phones. The digits are nowhere: they follow from the id and the server's secret.
create type "PhoneCodePurpose" as enum ('SIGN_IN', 'CHANGE', 'OPT_IN');
create table phone_code (
  id uuid not null,
  purpose "PhoneCodePurpose" not null,
  phone text not null,
  user_id uuid,
  tries integer not null default 0,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  constraint phone_code_pkey primary key (id),
  constraint phone_code_user_id_fkey foreign key (user_id) references "user" (id) on delete cascade on update cascade
);
create index phone_code_phone_created_at_idx on phone_code (phone, created_at);
create index phone_code_user_id_idx on phone_code (user_id);
create index phone_code_created_at_idx on phone_code (created_at);

-- The one text that asks for a yes: a phone is asked once.
create table consent_request (
  id uuid not null,
  phone text not null,
  subject_id uuid not null,
  asked_by_id uuid,
  wording_version integer not null,
  asked_at timestamptz(3) not null default current_timestamp,
  answered_at timestamptz(3),
  constraint consent_request_pkey primary key (id)
);
create unique index consent_request_phone_key on consent_request (phone);
create index consent_request_asked_by_id_asked_at_idx on consent_request (asked_by_id, asked_at);
create index consent_request_subject_id_idx on consent_request (subject_id);

-- Texts that came in: each is taken once, however often the carrier sends it.
create table inbound_text (
  id uuid not null,
  provider_id text not null,
  phone text not null,
  text text not null,
  at timestamptz(3) not null default current_timestamp,
  constraint inbound_text_pkey primary key (id)
);
create unique index inbound_text_provider_id_key on inbound_text (provider_id);
create index inbound_text_phone_at_idx on inbound_text (phone, at);
create index inbound_text_at_idx on inbound_text (at);
