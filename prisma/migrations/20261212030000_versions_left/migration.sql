-- The number of earlier versions of stories that the export of a brought book left out.
alter table book_import add column versions_left integer not null default 0;
