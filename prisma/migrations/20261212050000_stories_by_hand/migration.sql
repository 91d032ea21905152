-- Where somebody moved a story in its chapter, as a sort key among the dates of the others.
alter table card add column order_key text;
