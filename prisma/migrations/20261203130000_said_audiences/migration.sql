-- Who may read a private message besides the person who said it. New tables only: adding their foreign keys locks
-- subject, message and membership against writes for as long as it takes to enter them in the catalogue.
create table said_audience (
  message_id uuid primary key references message (id) on delete cascade on update cascade,
  subject_id uuid not null references subject (id) on delete cascade on update cascade,
  pending boolean not null default false,
  opens_on date,
  opens_at timestamptz(3),
  after_death boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp
);
create index said_audience_subject_id_idx on said_audience (subject_id);
create index said_audience_opens_at_idx on said_audience (opens_at);

create table said_audience_member (
  subject_id uuid not null,
  message_id uuid not null references said_audience (message_id) on delete cascade on update cascade,
  membership_id uuid not null references membership (id) on delete cascade on update cascade,
  primary key (message_id, membership_id)
);
create index said_audience_member_membership_id_idx on said_audience_member (membership_id);
create index said_audience_member_subject_id_idx on said_audience_member (subject_id);
