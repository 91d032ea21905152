-- A constant default is stored in the catalogue: no row is rewritten, and the lock lasts an instant.
alter table "subject" add column "plays_voice_codes" boolean not null default true;
alter table "card" add column "plays_voice_code" boolean not null default true;

-- Printed codes that play the voice of a story. The code itself is derived from the card and the server's secret.
create table voice_code (
  code_hash text primary key,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  card_id uuid not null references card (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default current_timestamp
);

create index voice_code_subject_id_idx on voice_code (subject_id);
create index voice_code_card_id_idx on voice_code (card_id);
