import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { reads, sees } from '#api/conversations/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { visibleKeepsakes } from '#api/keepsakes/policy.ts';
import { mayHave, memberAsViewer } from '#api/makings/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';
import { hasScope, type Scope } from '../policy.ts';

/** The events of webhooks; the database's triggers record them under the same names. */
export const events = [
  'message.created',
  'conversation.completed',
  'card.published',
  'keepsake.created',
  'consent.changed',
  'member.changed',
  'export.ready',
] as const;
type WebhookEvent = (typeof events)[number];

/** The event of a test delivery. */
export const testEvent = 'webhook.test';

/** The scope a partner's key needs to fetch an event. */
export const scopeOf: Record<WebhookEvent, Scope> = {
  'message.created': 'messages:read',
  'conversation.completed': 'conversations:read',
  'card.published': 'biography:read',
  'keepsake.created': 'keepsakes:read',
  'consent.changed': 'subjects:read',
  'member.changed': 'subjects:read',
  'export.ready': 'subjects:read',
};

/** The events that only those hear who manage the subject. */
const ofManagers: readonly string[] = ['consent.changed', 'export.ready'] satisfies WebhookEvent[];

/** Whether a viewer with this access may receive such events; checked when a webhook is created. */
export function mayBeTold(event: WebhookEvent, subjectAccess: SubjectAccess): boolean {
  if (!subjectAccess.sees) return false;
  if (event === 'message.created' || event === 'conversation.completed') {
    return subjectAccess.can('READ_TRANSCRIPTS');
  }
  return !ofManagers.includes(event) || subjectAccess.can('MANAGE_SUBJECT');
}

type Told = {
  webhook: { id: string; userId: string; allSubjects: boolean; subjectIds: string[] };
  subjectId: string | null;
  event: string;
  data: Prisma.JsonValue;
};

type Ids = {
  conversationId?: string;
  messageId?: string;
  cardId?: string;
  keepsakeId?: string;
  exportId?: string;
};

/** Whether the holder of a webhook may receive this event now; not when they have lost access or it became private. */
export async function mayHear({ webhook, subjectId, event, data }: Told): Promise<boolean> {
  const holder = await memberAsViewer(webhook.userId);
  if (!holder) return false;
  if (event === testEvent) return true;
  if (!subjectId || !(webhook.allSubjects || webhook.subjectIds.includes(subjectId))) return false;
  const ids = data as Ids;
  // A webhook gets no more of the words than a key could read.
  const program: Viewer = {
    ...holder,
    key: { id: webhook.id, scopes: [], subjectIds: null, expiresAt: new Date(8.64e15) },
  };
  const subjectAccess = await subjectAccessAt(program, subjectId);
  if (!subjectAccess.sees) return false;
  switch (event as WebhookEvent) {
    case 'message.created': {
      const message = await db.message.findUnique({
        where: { id: ids.messageId ?? '' },
        select: { id: true, private: true, conversationId: true, conversation: { select: held } },
      });
      if (!message || message.private || !reads(program, subjectAccess, message.conversation)) return false;
      const { messageIds } = await wordsKeptFrom([subjectAccess], [message.conversationId]);
      return !messageIds.has(message.id);
    }
    case 'conversation.completed': {
      const where = { id: ids.conversationId ?? '' };
      const conversation = await db.conversation.findUnique({ where, select: held });
      return !!conversation && sees(program, subjectAccess, conversation);
    }
    case 'card.published': {
      const where = {
        id: ids.cardId ?? '',
        subjectId,
        AND: [visibleCards(subjectAccess), { status: 'PUBLISHED' }],
      };
      return (await db.card.count({ where: where as Prisma.CardWhereInput })) > 0;
    }
    case 'keepsake.created': {
      const where = { AND: [{ id: ids.keepsakeId ?? '' }, visibleKeepsakes(subjectAccess)] };
      return (await db.media.count({ where })) > 0;
    }
    case 'member.changed':
      return true;
    case 'consent.changed':
      return (await subjectAccessAt(holder, subjectId)).can('MANAGE_SUBJECT');
    case 'export.ready': {
      const making = await db.making.findUnique({ where: { id: ids.exportId ?? '' } });
      return !!making && mayHave(holder, await subjectAccessAt(holder, subjectId), making);
    }
    default:
      return false;
  }
}

const held = { together: true, heldById: true, endedAt: true } as const;

/** The webhooks a viewer may see: their own; a key sees those of subjects it is limited to. */
export function webhooksFor({ userId, key, impersonatorId }: Viewer): Prisma.WebhookWhereInput {
  if (impersonatorId) return { id: { in: [] } };
  if (!key?.subjectIds) return { userId };
  return { userId, OR: [{ allSubjects: true }, { subjectIds: { hasSome: [...key.subjectIds] } }] };
}

/** The events that only those hear who read the transcripts. */
const ofTranscripts: readonly string[] = [
  'message.created',
  'conversation.completed',
] satisfies WebhookEvent[];

/**
 * The events that a viewer may fetch: numbered events of subjects that they still belong to, and still manage where only
 * managers hear of it, and test events. An event without a number was neither sent nor given up yet. What did not arrive
 * needs the right to the transcripts as well; `mayHear` decides about the single message or story.
 */
export function eventsFor(viewer: Viewer): Prisma.WebhookDeliveryWhereInput {
  const { userId, key } = viewer;
  if (!key && actsForAnother(viewer)) return { id: { in: [] } };
  const manages = { OR: [{ selfUserId: userId }, { members: { some: { userId, role: 'OWNER' as const } } }] };
  const belongs = { OR: [{ selfUserId: userId }, { members: { some: { userId } } }] };
  const transcripts = {
    OR: [
      { selfUserId: userId },
      { members: { some: { userId, role: { in: ['OWNER' as const, 'EDITOR' as const] } } } },
      { viewersReadTranscripts: true, members: { some: { userId, role: 'VIEWER' as const } } },
    ],
  };
  const ofBooks: Prisma.WebhookDeliveryWhereInput = {
    number: { not: null },
    subject: { is: { deletedAt: null, ...belongs } },
    AND: [
      { OR: [{ event: { notIn: [...ofManagers] } }, { subject: { is: manages } }] },
      {
        OR: [
          { status: 'DELIVERED' },
          { event: { notIn: [...ofTranscripts] } },
          { subject: { is: { sharing: true, ...transcripts } } },
        ],
      },
    ],
  };
  const tests: Prisma.WebhookDeliveryWhereInput = { event: testEvent };
  if (!key) return { OR: [ofBooks, tests] };
  const readable = events.filter((event) => hasScope(key.scopes, scopeOf[event]));
  const within = key.subjectIds ? { subjectId: { in: [...key.subjectIds] } } : {};
  return { OR: [{ AND: [ofBooks, within, { event: { in: readable } }] }, tests] };
}
