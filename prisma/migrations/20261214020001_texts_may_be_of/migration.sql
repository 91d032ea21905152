-- Who may have written a text whose writer is unknown, as it was when the text came.
alter table inbound_text add column may_be_of uuid[] default array[]::uuid[];
