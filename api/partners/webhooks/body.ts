import type { Prisma } from '#api/generated/prisma/client.ts';

type Event = {
  webhookId: string;
  number: number | null;
  event: string;
  data: Prisma.JsonValue;
  createdAt: Date;
};

/** What a receiver is sent, the same at every attempt: what happened, when, to what, and which in the row it is. */
export function bodyOf({ webhookId, number, event, data, createdAt }: Event): string {
  return JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data, webhookId, number });
}
