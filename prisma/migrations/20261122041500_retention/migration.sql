-- The ledgers go two years after what they are about. Of a phone that nobody keeps any more it is known for ever that it
-- is not to be asked, and not what it was.
create table quiet_phone (
  hash text not null,
  since timestamptz(3) not null default current_timestamp,
  constraint quiet_phone_pkey primary key (hash)
);

-- What an entry of the audit log says in somebody's own words: erased with the subject, while the entry stays.
create table audit_note (
  event_id uuid not null,
  subject_id uuid,
  text text not null,
  constraint audit_note_pkey primary key (event_id)
);
create index audit_note_subject_id_idx on audit_note (subject_id);

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('evertold.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% only grows: its rows are never changed or removed', tg_table_name;
end;
$$;

-- The one way in which a row of a ledger goes, for whoever works with it: two years after its subject, or its account,
-- was erased, and with nothing left that identifies anybody.
create function erase_expired_ledgers() returns void language plpgsql security definer
  set search_path = public, pg_temp set evertold.retention = 'on' as $$
declare
  over timestamptz := now() - interval '2 years';
begin
  delete from consent_entry e
    where e.at < over
      and exists (
        select from audit_event a where a.subject_id = e.subject_id and a.action = 'subject.erased' and a.at < over)
      and not exists (select from subject s where s.id = e.subject_id)
      and not exists (select from consent_identity i where i.entry_id = e.id);
  delete from audit_event e
    where e.at < over
      and not exists (select from subject s where s.id = e.subject_id)
      and not exists (select from "user" u where u.id = e.target_id)
      and (
        exists (
          select from audit_event a where a.subject_id = e.subject_id and a.action = 'subject.erased' and a.at < over)
        or e.subject_id is null and exists (
          select from audit_event a where a.target_id = e.target_id and a.action = 'account.deleted' and a.at < over));
end;
$$;
