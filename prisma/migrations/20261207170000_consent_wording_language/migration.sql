-- Wordings in Spanish stand beside those in English; the stored ones are English.
alter table "consent_wording" add column "language" text not null default 'en';
