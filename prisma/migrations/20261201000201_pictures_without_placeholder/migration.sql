-- The pictures that the hourly job draws placeholders for.
create index concurrently "media_without_placeholder" on media (id) where placeholder is null and content_type like 'image/%';
