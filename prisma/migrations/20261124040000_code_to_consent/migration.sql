-- Codes by which the phone of a book agrees for itself.
ALTER TYPE "PhoneCodePurpose" ADD VALUE 'CONSENT' AFTER 'SUBJECT';
