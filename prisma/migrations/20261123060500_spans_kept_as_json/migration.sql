-- What is proposed, and the writer's log, hold spans too: in words that were corrected before, they move as the sources did.
-- What stands in the place of another sentence was proposed after that, and counts the shown words already.
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

create function pg_temp.moved(value jsonb) returns jsonb language plpgsql as $$
declare
  place record;
  first int;
  last int;
begin
  if jsonb_typeof(value) = 'array' then
    return (select coalesce(jsonb_agg(pg_temp.moved(each) order by n), '[]')
      from jsonb_array_elements(value) with ordinality as held (each, n));
  elsif jsonb_typeof(value) <> 'object' or value ? 'replaces' then
    return value;
  elsif not value ?& array['messageId', 'start', 'end'] then
    return (select coalesce(jsonb_object_agg(key, pg_temp.moved(each)), '{}') from jsonb_each(value) as held (key, each));
  end if;
  select * into place from pg_temp.corrected_place where id = (value ->> 'messageId')::uuid;
  if not found then
    return value;
  end if;
  first := (value ->> 'start')::int;
  last := (value ->> 'end')::int;
  return value || jsonb_build_object(
    'start', case when first <= place.at then first when first < place.at + place.heard then place.at
      else first - place.heard + place.put end,
    'end', case when last <= place.at then last when last < place.at + place.heard then place.at + place.put
      else last - place.heard + place.put end);
end $$;

update proposal set sentences = pg_temp.moved(sentences)
where subject_id in (select m.subject_id from pg_temp.corrected_place p join message m on m.id = p.id)
  and sentences <> pg_temp.moved(sentences);

update writer_run set refusals = pg_temp.moved(refusals), findings = pg_temp.moved(findings)
where subject_id in (select m.subject_id from pg_temp.corrected_place p join message m on m.id = p.id)
  and (refusals, findings) <> (pg_temp.moved(refusals), pg_temp.moved(findings));
