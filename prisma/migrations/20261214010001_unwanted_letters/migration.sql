-- The addresses that want no letters that others have sent to them, as hashes with the server's secret.
create table unwanted_letters (
  address_hash text not null,
  created_at timestamptz(3) not null default current_timestamp,
  constraint unwanted_letters_pkey primary key (address_hash)
);
