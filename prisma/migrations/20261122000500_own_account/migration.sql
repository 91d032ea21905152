-- What somebody can do with their own account: a photo, an address that can be had back, notices as they like them,
-- leaving for good; and the way back to a book that was deleted.
alter table membership add column missed_call_notices boolean not null default true;
alter table membership add column remark_notices boolean not null default true;

create table user_photo (
    id uuid not null,
    user_id uuid not null,
    content_type text not null,
    bytes integer not null,
    side integer not null,
    storage_key text not null,
    created_at timestamptz(3) not null default current_timestamp,
    constraint user_photo_pkey primary key (id),
    constraint user_photo_user_id_fkey foreign key (user_id) references "user"(id) on delete cascade on update cascade
);
create unique index user_photo_user_id_key on user_photo(user_id);
create unique index user_photo_storage_key_key on user_photo(storage_key);

create table email_change (
    id uuid not null,
    user_id uuid not null,
    old_email text not null,
    new_email text not null,
    token_hash text not null,
    changed_at timestamptz(3) not null default current_timestamp,
    expires_at timestamptz(3) not null,
    undone_at timestamptz(3),
    constraint email_change_pkey primary key (id),
    constraint email_change_user_id_fkey foreign key (user_id) references "user"(id) on delete cascade on update cascade
);
create unique index email_change_token_hash_key on email_change(token_hash);
create index email_change_user_id_changed_at_idx on email_change(user_id, changed_at);

create table account_deletion (
    user_id uuid not null,
    books jsonb not null default '[]',
    updated_at timestamptz(3) not null,
    constraint account_deletion_pkey primary key (user_id),
    constraint account_deletion_user_id_fkey foreign key (user_id) references "user"(id) on delete cascade on update cascade
);

create table subject_restore (
    subject_id uuid not null,
    token_hash text not null,
    as_self boolean not null default false,
    created_at timestamptz(3) not null default current_timestamp,
    constraint subject_restore_pkey primary key (subject_id),
    constraint subject_restore_subject_id_fkey foreign key (subject_id) references subject(id) on delete cascade on update cascade
);
create unique index subject_restore_token_hash_key on subject_restore(token_hash);
