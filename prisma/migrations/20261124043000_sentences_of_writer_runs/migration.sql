-- How many sentences a writer wrote that held: with those that were refused they tell the share that was refused.
ALTER TABLE "writer_run" ADD COLUMN "sentences" INTEGER NOT NULL DEFAULT 0;
