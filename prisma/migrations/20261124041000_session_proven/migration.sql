-- When whoever has a session last showed anew who they are.
ALTER TABLE "session" ADD COLUMN "proven_at" TIMESTAMPTZ(3);
