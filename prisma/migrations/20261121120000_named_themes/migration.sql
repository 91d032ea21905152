-- CreateTable
CREATE TABLE "named_theme" (
    "message_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "theme" TEXT NOT NULL,
    "brought" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "named_theme_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "named_theme_subject_id_idx" ON "named_theme"("subject_id");

-- AddForeignKey
ALTER TABLE "named_theme" ADD CONSTRAINT "named_theme_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "named_theme" ADD CONSTRAINT "named_theme_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
