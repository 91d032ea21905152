-- Filters of the desk's message list that an admin has saved under a name.
create table saved_message_filter (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  name text not null,
  date_from date,
  date_to date,
  last_days integer,
  phone text,
  subject_id uuid references subject (id) on delete cascade,
  role "MessageRole",
  created_at timestamptz(3) not null default now(),
  unique (user_id, name)
);

create index saved_message_filter_subject_id_idx on saved_message_filter (subject_id);
