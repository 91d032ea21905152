-- Somebody who reads a book can show that it is theirs, by a code sent to its phone: to that of one subject, of
-- however many have this phone.
alter type "PhoneCodePurpose" add value 'SUBJECT' after 'OPT_IN';
alter table phone_code add column subject_id uuid;

-- Since when a subject has the phone that it has; without a date, since its book began.
alter table subject add column phone_since timestamptz(3);
