-- The one reading of an utterance, which privacy, consent, interviewer and writer go by.
ALTER TABLE "message" ADD COLUMN "reading" JSONB;
-- Words that the person wants deleted: only they read them, for 30 days; then they are erased.
ALTER TABLE "message" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- What the person wants kept private whenever they speak of it, and the words that said so.
CREATE TABLE "private_theme" (
    "message_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "theme" TEXT NOT NULL,

    CONSTRAINT "private_theme_pkey" PRIMARY KEY ("message_id")
);
CREATE INDEX "private_theme_subject_id_idx" ON "private_theme"("subject_id");
ALTER TABLE "private_theme" ADD CONSTRAINT "private_theme_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "private_theme" ADD CONSTRAINT "private_theme_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
