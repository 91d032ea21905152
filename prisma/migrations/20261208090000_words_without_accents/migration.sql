-- What a search compares: a text in small letters, without the marks that NFD parts from their letters.
create function without_accents(text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'));
