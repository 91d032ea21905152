-- CreateEnum
CREATE TYPE "CardStatus" AS ENUM ('DRAFT', 'PUBLISHED', 'HIDDEN');

-- CreateEnum
CREATE TYPE "CardMark" AS ENUM ('SAID', 'CONFIRMED', 'INFERRED');

-- CreateEnum
CREATE TYPE "ProposalStatus" AS ENUM ('OPEN', 'ACCEPTED', 'DECLINED');

-- CreateEnum
CREATE TYPE "ConsentKind" AS ENUM ('CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING');

-- CreateEnum
CREATE TYPE "ConsentStatus" AS ENUM ('GRANTED', 'WITHDRAWN');

-- CreateEnum
CREATE TYPE "ConsentVia" AS ENUM ('WEB', 'SMS', 'VOICE');

-- CreateEnum
CREATE TYPE "Channel" AS ENUM ('PHONE', 'SMS', 'WEB');

-- CreateEnum
CREATE TYPE "ConversationStatus" AS ENUM ('SCHEDULED', 'RINGING', 'IN_PROGRESS', 'COMPLETED', 'MISSED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "WritingState" AS ENUM ('WRITING', 'WRITTEN', 'WRITING_FAILED');

-- CreateEnum
CREATE TYPE "MessageRole" AS ENUM ('user', 'assistant');

-- CreateEnum
CREATE TYPE "QuestionStatus" AS ENUM ('QUEUED', 'ASKED', 'ANSWERED', 'SKIPPED');

-- CreateEnum
CREATE TYPE "NoticeStatus" AS ENUM ('WAITING', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "InvitationRole" AS ENUM ('EDITOR', 'VIEWER');

-- CreateEnum
CREATE TYPE "InvitationStatus" AS ENUM ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "SubjectStatus" AS ENUM ('DRAFT', 'AWAITING_CONSENT', 'ACTIVE', 'PAUSED', 'MEMORIAL', 'DELETED');

-- CreateEnum
CREATE TYPE "MemberRole" AS ENUM ('OWNER', 'EDITOR', 'VIEWER');

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "confirmedEmail" TEXT,
    "image" TEXT,
    "phoneNumber" TEXT,
    "phoneNumberVerified" BOOLEAN,
    "role" TEXT DEFAULT 'user',
    "banned" BOOLEAN DEFAULT false,
    "banReason" TEXT,
    "banExpires" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "ipAddress" TEXT,
    "userAgent" TEXT,
    "userId" UUID NOT NULL,
    "impersonatedBy" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "accountId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "accessToken" TEXT,
    "refreshToken" TEXT,
    "idToken" TEXT,
    "accessTokenExpiresAt" TIMESTAMPTZ(3),
    "refreshTokenExpiresAt" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "onboarding" (
    "user_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "subject_id" UUID,
    "finished_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "onboarding_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "chapter" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "chapter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "chapter_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "status" "CardStatus" NOT NULL DEFAULT 'DRAFT',
    "mark" "CardMark" NOT NULL DEFAULT 'SAID',
    "happened" TEXT,
    "happened_key" TEXT,
    "place" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "touched_by_person" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_revision" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "happened" TEXT,
    "place" TEXT,
    "note" TEXT,
    "author_id" UUID,
    "writer" TEXT,
    "conversation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sentence" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "paragraph" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "sentence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "sentence_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proposal" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "conversation_id" UUID,
    "status" "ProposalStatus" NOT NULL DEFAULT 'OPEN',
    "sentences" JSONB NOT NULL,
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "writer_run" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "writer" TEXT NOT NULL,
    "ok" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,
    "refusals" JSONB NOT NULL DEFAULT '[]',
    "findings" JSONB NOT NULL DEFAULT '[]',
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "writer_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_wording" (
    "kind" "ConsentKind" NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "effective_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consent_wording_pkey" PRIMARY KEY ("kind","version")
);

-- CreateTable
CREATE TABLE "consent_entry" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "kind" "ConsentKind" NOT NULL,
    "status" "ConsentStatus" NOT NULL,
    "wording_version" INTEGER NOT NULL,
    "via" "ConsentVia" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "consent_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consent_identity" (
    "entry_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "phone" TEXT,
    "actor_id" UUID,
    "typed_name" TEXT,
    "helper_id" UUID,
    "message_id" UUID,
    "ip_address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "consent_identity_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "impersonator_id" UUID,
    "action" TEXT NOT NULL,
    "subject_id" UUID,
    "target_id" UUID,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "channel" "Channel" NOT NULL,
    "status" "ConversationStatus" NOT NULL DEFAULT 'IN_PROGRESS',
    "writing" "WritingState",
    "title" TEXT,
    "summary" TEXT,
    "together" BOOLEAN NOT NULL DEFAULT false,
    "held_by_id" UUID,
    "phone" TEXT,
    "interviewer" TEXT NOT NULL DEFAULT 'built-in',
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "last_heard_at" TIMESTAMPTZ(3),
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "questions_asked" INTEGER NOT NULL DEFAULT 0,
    "awaiting_seq" INTEGER,
    "answering_until" TIMESTAMPTZ(3),
    "announced" BOOLEAN NOT NULL DEFAULT false,
    "confided" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "role" "MessageRole" NOT NULL,
    "text" TEXT NOT NULL,
    "corrected_text" TEXT,
    "phone" TEXT,
    "private" BOOLEAN NOT NULL DEFAULT false,
    "client_message_id" TEXT,
    "question_key" TEXT,
    "request_id" UUID,
    "turn_kind" TEXT,
    "audio_start_ms" INTEGER,
    "audio_end_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "position" BIGSERIAL NOT NULL,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wellbeing_note" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wellbeing_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_request" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "asked_by_id" UUID,
    "text" TEXT NOT NULL,
    "status" "QuestionStatus" NOT NULL DEFAULT 'QUEUED',
    "conversation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "asked_at" TIMESTAMPTZ(3),

    CONSTRAINT "question_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "card_id" UUID,
    "content_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "caption" TEXT,
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice" (
    "id" UUID NOT NULL,
    "subject_id" UUID,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "status" "NoticeStatus" NOT NULL DEFAULT 'WAITING',
    "dedupe_key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "relationship" TEXT,
    "membership_id" UUID,
    "found" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_person" (
    "subject_id" UUID NOT NULL,
    "card_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,

    CONSTRAINT "card_person_pkey" PRIMARY KEY ("card_id","person_id")
);

-- CreateTable
CREATE TABLE "place" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "place_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mention" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "person_id" UUID,
    "place_id" UUID,
    "date" TEXT,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,

    CONSTRAINT "mention_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "role" "InvitationRole" NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "relationship" TEXT,
    "message" TEXT,
    "token_hash" TEXT NOT NULL,
    "status" "InvitationStatus" NOT NULL DEFAULT 'PENDING',
    "max_uses" INTEGER NOT NULL DEFAULT 1,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation_use" (
    "invitation_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_use_pkey" PRIMARY KEY ("invitation_id","user_id")
);

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "subject_id" UUID,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT 'openai-compatible',
    "model_name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "api_key_env" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "tasks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "position" INTEGER NOT NULL DEFAULT 0,
    "temperature" DOUBLE PRECISION,
    "timeout_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subject" (
    "id" UUID NOT NULL,
    "full_name" TEXT NOT NULL,
    "preferred_name" TEXT NOT NULL,
    "pronouns" TEXT,
    "birth_date" TEXT,
    "birth_place" TEXT,
    "phone" TEXT,
    "time_zone" TEXT NOT NULL DEFAULT 'America/New_York',
    "language" TEXT NOT NULL DEFAULT 'en',
    "status" "SubjectStatus" NOT NULL DEFAULT 'DRAFT',
    "self_user_id" UUID,
    "photo_id" UUID,
    "cloth" TEXT NOT NULL DEFAULT 'spruce',
    "avoided_themes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "patience_ms" INTEGER NOT NULL DEFAULT 2500,
    "max_minutes" INTEGER NOT NULL DEFAULT 30,
    "max_questions" INTEGER NOT NULL DEFAULT 12,
    "code_word" TEXT,
    "viewers_read_transcripts" BOOLEAN NOT NULL DEFAULT false,
    "publishes_automatically" BOOLEAN NOT NULL DEFAULT false,
    "sharing" BOOLEAN NOT NULL DEFAULT false,
    "status_before_deletion" "SubjectStatus",
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "MemberRole" NOT NULL,
    "relationship" TEXT,
    "story_notices" TEXT NOT NULL DEFAULT 'at-once',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_time" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "weekday" INTEGER NOT NULL,
    "minute" INTEGER NOT NULL,

    CONSTRAINT "call_time_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "activity" (
    "id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "actor_id" UUID,
    "kind" TEXT NOT NULL,
    "card_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_phoneNumber_key" ON "user"("phoneNumber");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "account_providerId_accountId_key" ON "account"("providerId", "accountId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "chapter_subject_id_key_key" ON "chapter"("subject_id", "key");

-- CreateIndex
CREATE INDEX "card_subject_id_updated_at_idx" ON "card"("subject_id", "updated_at");

-- CreateIndex
CREATE INDEX "card_chapter_id_idx" ON "card"("chapter_id");

-- CreateIndex
CREATE INDEX "card_revision_subject_id_idx" ON "card_revision"("subject_id");

-- CreateIndex
CREATE INDEX "card_revision_conversation_id_idx" ON "card_revision"("conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "card_revision_card_id_number_key" ON "card_revision"("card_id", "number");

-- CreateIndex
CREATE INDEX "sentence_subject_id_idx" ON "sentence"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "sentence_card_id_revision_position_key" ON "sentence"("card_id", "revision", "position");

-- CreateIndex
CREATE INDEX "source_sentence_id_idx" ON "source"("sentence_id");

-- CreateIndex
CREATE INDEX "source_message_id_idx" ON "source"("message_id");

-- CreateIndex
CREATE INDEX "proposal_card_id_status_idx" ON "proposal"("card_id", "status");

-- CreateIndex
CREATE INDEX "proposal_subject_id_idx" ON "proposal"("subject_id");

-- CreateIndex
CREATE INDEX "writer_run_conversation_id_idx" ON "writer_run"("conversation_id");

-- CreateIndex
CREATE INDEX "writer_run_subject_id_idx" ON "writer_run"("subject_id");

-- CreateIndex
CREATE INDEX "consent_entry_subject_id_kind_position_idx" ON "consent_entry"("subject_id", "kind", "position");

-- CreateIndex
CREATE INDEX "consent_identity_subject_id_idx" ON "consent_identity"("subject_id");

-- CreateIndex
CREATE INDEX "consent_identity_phone_idx" ON "consent_identity"("phone");

-- CreateIndex
CREATE INDEX "audit_event_subject_id_at_idx" ON "audit_event"("subject_id", "at");

-- CreateIndex
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");

-- CreateIndex
CREATE INDEX "conversation_subject_id_started_at_id_idx" ON "conversation"("subject_id", "started_at" DESC, "id");

-- CreateIndex
CREATE INDEX "conversation_status_idx" ON "conversation"("status");

-- CreateIndex
CREATE INDEX "message_created_at_id_idx" ON "message"("created_at", "id");

-- CreateIndex
CREATE INDEX "message_subject_id_created_at_id_idx" ON "message"("subject_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "message_role_created_at_id_idx" ON "message"("role", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "message_conversation_id_seq_key" ON "message"("conversation_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "message_conversation_id_client_message_id_key" ON "message"("conversation_id", "client_message_id");

-- CreateIndex
CREATE UNIQUE INDEX "wellbeing_note_message_id_key" ON "wellbeing_note"("message_id");

-- CreateIndex
CREATE INDEX "wellbeing_note_subject_id_idx" ON "wellbeing_note"("subject_id");

-- CreateIndex
CREATE INDEX "question_request_subject_id_status_created_at_idx" ON "question_request"("subject_id", "status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_storage_key_key" ON "media"("storage_key");

-- CreateIndex
CREATE INDEX "media_subject_id_idx" ON "media"("subject_id");

-- CreateIndex
CREATE INDEX "media_card_id_idx" ON "media"("card_id");

-- CreateIndex
CREATE UNIQUE INDEX "notice_dedupe_key_key" ON "notice"("dedupe_key");

-- CreateIndex
CREATE INDEX "notice_status_created_at_idx" ON "notice"("status", "created_at");

-- CreateIndex
CREATE INDEX "notice_subject_id_idx" ON "notice"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_membership_id_key" ON "person"("membership_id");

-- CreateIndex
CREATE INDEX "person_subject_id_name_idx" ON "person"("subject_id", "name");

-- CreateIndex
CREATE INDEX "card_person_person_id_idx" ON "card_person"("person_id");

-- CreateIndex
CREATE INDEX "card_person_subject_id_idx" ON "card_person"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "place_subject_id_name_key" ON "place"("subject_id", "name");

-- CreateIndex
CREATE INDEX "mention_message_id_idx" ON "mention"("message_id");

-- CreateIndex
CREATE INDEX "mention_person_id_idx" ON "mention"("person_id");

-- CreateIndex
CREATE INDEX "mention_place_id_idx" ON "mention"("place_id");

-- CreateIndex
CREATE INDEX "mention_subject_id_idx" ON "mention"("subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_subject_id_status_idx" ON "invitation"("subject_id", "status");

-- CreateIndex
CREATE INDEX "invitation_use_subject_id_idx" ON "invitation_use"("subject_id");

-- CreateIndex
CREATE INDEX "event_created_at_idx" ON "event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "model_name_key" ON "model"("name");

-- CreateIndex
CREATE UNIQUE INDEX "subject_self_user_id_key" ON "subject"("self_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "subject_photo_id_key" ON "subject"("photo_id");

-- CreateIndex
CREATE INDEX "subject_created_at_id_idx" ON "subject"("created_at", "id");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "membership_subject_id_user_id_key" ON "membership"("subject_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "call_time_subject_id_weekday_minute_key" ON "call_time"("subject_id", "weekday", "minute");

-- CreateIndex
CREATE INDEX "activity_subject_id_at_idx" ON "activity"("subject_id", "at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "onboarding" ADD CONSTRAINT "onboarding_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card" ADD CONSTRAINT "card_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card" ADD CONSTRAINT "card_chapter_id_fkey" FOREIGN KEY ("chapter_id") REFERENCES "chapter"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_revision" ADD CONSTRAINT "card_revision_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_revision" ADD CONSTRAINT "card_revision_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_revision" ADD CONSTRAINT "card_revision_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentence" ADD CONSTRAINT "sentence_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_sentence_id_fkey" FOREIGN KEY ("sentence_id") REFERENCES "sentence"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "writer_run" ADD CONSTRAINT "writer_run_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_entry" ADD CONSTRAINT "consent_entry_kind_wording_version_fkey" FOREIGN KEY ("kind", "wording_version") REFERENCES "consent_wording"("kind", "version") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consent_identity" ADD CONSTRAINT "consent_identity_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "consent_entry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_held_by_id_fkey" FOREIGN KEY ("held_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wellbeing_note" ADD CONSTRAINT "wellbeing_note_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wellbeing_note" ADD CONSTRAINT "wellbeing_note_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_request" ADD CONSTRAINT "question_request_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_request" ADD CONSTRAINT "question_request_asked_by_id_fkey" FOREIGN KEY ("asked_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_request" ADD CONSTRAINT "question_request_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person" ADD CONSTRAINT "person_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "membership"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_person" ADD CONSTRAINT "card_person_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_person" ADD CONSTRAINT "card_person_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "place" ADD CONSTRAINT "place_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mention" ADD CONSTRAINT "mention_place_id_fkey" FOREIGN KEY ("place_id") REFERENCES "place"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_use" ADD CONSTRAINT "invitation_use_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_use" ADD CONSTRAINT "invitation_use_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject" ADD CONSTRAINT "subject_self_user_id_fkey" FOREIGN KEY ("self_user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject" ADD CONSTRAINT "subject_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "call_time" ADD CONSTRAINT "call_time_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_card_id_fkey" FOREIGN KEY ("card_id") REFERENCES "card"("id") ON DELETE CASCADE ON UPDATE CASCADE;
