-- The language of its letter and card, and of the book that is made with it.
alter table gift add column language text not null default 'en';
