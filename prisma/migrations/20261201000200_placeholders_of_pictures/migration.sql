-- A tiny picture that is shown until the stored one has loaded.
alter table media add column placeholder text;
