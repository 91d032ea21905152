-- Finds the next event of a webhook in sending order, however many wait behind it.
create index concurrently "webhook_delivery_next" on webhook_delivery (webhook_id, number, position) where status = 'WAITING';
