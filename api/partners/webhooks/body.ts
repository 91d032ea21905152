import type { Prisma } from '#api/generated/prisma/client.ts';

type Event = {
  webhookId: string;
  number: number | null;
  event: string;
  data: Prisma.JsonValue;
  createdAt: Date;
};

/** The body for the receiver, the same at every attempt: the event, its time, its data and its number. */
export function bodyOf({ webhookId, number, event, data, createdAt }: Event): string {
  return JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data, webhookId, number });
}
