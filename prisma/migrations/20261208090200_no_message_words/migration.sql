-- The index of the words without their accents is searched instead.
drop index concurrently if exists "message_words";
