-- The stories that a version of a writing prompt wrote.
create index concurrently "card_revision_prompt_version_ids_idx" on card_revision using gin (prompt_version_ids);
