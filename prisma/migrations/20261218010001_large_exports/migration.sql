-- An export may be larger than 2 GB. The table holds a day's open uploads only, so that it is rewritten at once.
-- squawk-ignore changing-column-type
alter table upload alter column bytes type bigint, alter column received type bigint;
