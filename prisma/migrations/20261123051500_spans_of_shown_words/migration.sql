-- Spans count the words as they are shown. Into words that were corrected before, they counted the first ones: what stands
-- before the correction stays where it is, what stands behind it moves with the end. All in UTF-16 units.
create temporary table corrected_place on commit drop as
with corrected as (
  select id, text, corrected_text as shown,
    (select count(*)::int from generate_series(1, least(length(text), length(corrected_text))) n
      where left(text, n) = left(corrected_text, n)) as head,
    (select count(*)::int from generate_series(1, least(length(text), length(corrected_text))) n
      where right(text, n) = right(corrected_text, n)) as tail
  from message where corrected_text is not null
), parted as (
  select id, left(text, head) as before,
    substr(text, head + 1, length(text) - head - least(tail, length(text) - head, length(shown) - head)) as heard,
    substr(shown, head + 1, length(shown) - head - least(tail, length(text) - head, length(shown) - head)) as put
  from corrected
)
select id, length(before) + length(regexp_replace(before, '[\u0001-\uffff]', '', 'g')) as at,
  length(heard) + length(regexp_replace(heard, '[\u0001-\uffff]', '', 'g')) as heard,
  length(put) + length(regexp_replace(put, '[\u0001-\uffff]', '', 'g')) as put
from parted;

create function pg_temp.new_start(place int, at int, heard int, put int) returns int language sql as $$
  select case when place <= at then place when place < at + heard then at else place - heard + put end
$$;
create function pg_temp.new_end(place int, at int, heard int, put int) returns int language sql as $$
  select case when place <= at then place when place < at + heard then at + put else place - heard + put end
$$;

update source s set start = pg_temp.new_start(s.start, at, heard, put), "end" = pg_temp.new_end(s."end", at, heard, put)
from corrected_place c where c.id = s.message_id;

update mention m set start = pg_temp.new_start(m.start, at, heard, put), "end" = pg_temp.new_end(m."end", at, heard, put)
from corrected_place c where c.id = m.message_id;

-- What is proposed, and the writer's log, hold spans too.
create function pg_temp.moved(value jsonb) returns jsonb language plpgsql as $$
declare
  place record;
begin
  if jsonb_typeof(value) = 'array' then
    return (select coalesce(jsonb_agg(pg_temp.moved(each) order by n), '[]')
      from jsonb_array_elements(value) with ordinality as held (each, n));
  elsif jsonb_typeof(value) <> 'object' then
    return value;
  elsif not value ?& array['messageId', 'start', 'end'] then
    return (select coalesce(jsonb_object_agg(key, pg_temp.moved(each)), '{}') from jsonb_each(value) as held (key, each));
  end if;
  select * into place from pg_temp.corrected_place where id = (value ->> 'messageId')::uuid;
  if not found then
    return value;
  end if;
  return value || jsonb_build_object(
    'start', pg_temp.new_start((value ->> 'start')::int, place.at, place.heard, place.put),
    'end', pg_temp.new_end((value ->> 'end')::int, place.at, place.heard, place.put));
end $$;

update proposal set sentences = pg_temp.moved(sentences)
where subject_id in (select m.subject_id from pg_temp.corrected_place p join message m on m.id = p.id)
  and sentences <> pg_temp.moved(sentences);

update writer_run set refusals = pg_temp.moved(refusals), findings = pg_temp.moved(findings)
where subject_id in (select m.subject_id from pg_temp.corrected_place p join message m on m.id = p.id)
  and (refusals, findings) <> (pg_temp.moved(refusals), pg_temp.moved(findings));
