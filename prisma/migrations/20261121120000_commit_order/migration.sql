-- Streams follow rows in the order of commit, by the transaction that wrote them. A database that is restored in
-- another cluster counts its transactions anew, below those of its rows; so what it counts is taken as so much
-- higher that every place ever given out keeps its meaning. Where nothing was restored, this costs nothing: the
-- planner folds it away.
create function commit_lead() returns bigint
  language sql immutable parallel safe
  return 0::bigint;

create function commit_xid() returns xid8
  language sql stable
  return case when commit_lead() = 0 then pg_current_xact_id()
    else (pg_current_xact_id()::text::bigint + commit_lead())::text::xid8 end;

-- Below it, every transaction has ended.
create function commit_xmin() returns xid8
  language sql stable parallel safe
  return case when commit_lead() = 0 then pg_snapshot_xmin(pg_current_snapshot())
    else (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + commit_lead())::text::xid8 end;

create function shifted_snapshot(seen pg_snapshot, lead bigint) returns text
  language sql immutable parallel safe
  return concat(
    pg_snapshot_xmin(seen)::text::bigint + lead, ':', pg_snapshot_xmax(seen)::text::bigint + lead, ':',
    (select string_agg((running::text::bigint + lead)::text, ',' order by running)
      from pg_snapshot_xip(seen) as running));

create function commit_snapshot() returns text
  language sql stable parallel safe
  return case when commit_lead() = 0 then pg_current_snapshot()::text
    else shifted_snapshot(pg_current_snapshot(), commit_lead()) end;

-- For whoever brings a database back, by whatever means, as its owner and before a server uses it: what is
-- written from then on comes after every place that was ever given out, also after those of rows that were lost.
create function begin_after_restore() returns bigint
  language plpgsql set search_path from current as $$
declare
  lead bigint := commit_lead() + (1::bigint << 44);
begin
  execute format(
    'create or replace function commit_lead() returns bigint language sql immutable parallel safe return %s::bigint',
    lead);
  return lead;
end;
$$;

alter table message alter column xid set default commit_xid();
alter table event alter column xid set default commit_xid();
