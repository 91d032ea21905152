-- The wellbeing notes that nobody has seen.
create index concurrently "wellbeing_note_unseen" on wellbeing_note (created_at desc) where seen_at is null;
