-- Finds the events of a webhook that still need a number, however long its log is.
create index concurrently "webhook_delivery_unnumbered" on webhook_delivery (webhook_id, position) where number is null and status <> 'WITHHELD';
