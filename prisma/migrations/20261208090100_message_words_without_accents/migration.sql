-- What was said, searched by the family, with or without accents. Private words are not in it.
create index concurrently "message_words_without_accents" on message
  using gin (to_tsvector('simple', without_accents(coalesce(corrected_text, text)))) where not private;
