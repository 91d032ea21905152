-- In how many conversations a question of the family was put.
ALTER TABLE "question_request" ADD COLUMN "tries" INTEGER NOT NULL DEFAULT 0;
UPDATE "question_request" SET "tries" = 1 WHERE "status" <> 'QUEUED';
