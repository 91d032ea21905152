-- Texts of a phone that nobody has may be the subject's.
alter type "ConflictKind" add value 'UNKNOWN_PHONE' after 'SOURCE_GONE';
