-- Spans count the words as they are shown. Into words that were corrected before, they counted the first ones: what stands
-- before the correction stays where it is, what stands behind it moves with the end. All in UTF-16 units.
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
), counted as (
  select id, length(before) + length(regexp_replace(before, '[\u0001-\uffff]', '', 'g')) as at,
    length(heard) + length(regexp_replace(heard, '[\u0001-\uffff]', '', 'g')) as heard,
    length(put) + length(regexp_replace(put, '[\u0001-\uffff]', '', 'g')) as put
  from parted
), moved_sources as (
  update source s
  set start = case when s.start <= c.at then s.start when s.start < c.at + c.heard then c.at
      else s.start - c.heard + c.put end,
    "end" = case when s."end" <= c.at then s."end" when s."end" < c.at + c.heard then c.at + c.put
      else s."end" - c.heard + c.put end
  from counted c where c.id = s.message_id
)
update mention s
set start = case when s.start <= c.at then s.start when s.start < c.at + c.heard then c.at
    else s.start - c.heard + c.put end,
  "end" = case when s."end" <= c.at then s."end" when s."end" < c.at + c.heard then c.at + c.put
    else s."end" - c.heard + c.put end
from counted c where c.id = s.message_id;
