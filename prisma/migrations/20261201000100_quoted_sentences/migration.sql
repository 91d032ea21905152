-- Whether the paragraph of a sentence is a quotation. A constant default rewrites no row.
alter table sentence add column quoted boolean not null default false;
