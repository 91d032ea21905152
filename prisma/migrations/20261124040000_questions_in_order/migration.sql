-- In which order the family's questions are asked, which of them the person declined, where they were answered, and
-- which somebody took out.
alter table question_request add column position integer not null default 0;
alter table question_request add column declined boolean not null default false;
alter table question_request add column answer_message_id uuid;
alter table question_request add column removed_at timestamptz(3);
-- Only what was asked twice is skipped without the person's wish.
update question_request set declined = true where status = 'SKIPPED' and tries < 2;
