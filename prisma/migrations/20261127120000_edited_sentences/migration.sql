alter table "sentence" add column "edited" boolean not null default false;
