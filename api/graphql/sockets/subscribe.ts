import { channel } from 'node:diagnostics_channel';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  Kind,
  type OperationDefinitionNode,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { checkKey } from '#api/graphql/limits/key-scopes.ts';
import { maskedResult } from '#api/graphql/masking.ts';
import { schemaFor } from '#api/graphql/plugins/key-scopes.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { isSharedEvent } from '#api/platform/events/shared-event.ts';
import { isSource } from '#api/platform/events/subscription.ts';
import { soon, type Take } from '#api/platform/events/take.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { isShareable } from './sharing.ts';

/** The answers to a subscription's events, each as the bytes of its JSON. */
export type Answers = {
  /** Passes each answer to `take`; resolves when the subscription has ended. */
  run: (take: Take<Buffer>) => Promise<void>;
  /** Ends the subscription, also while it waits. */
  stop: () => void;
};

/** Creates a context for one event: as the follower, or as an anonymous viewer with the same rights. */
export type NewContext = (as: 'follower' | 'nobody') => Context;

/** Charges the follower for each answer; null without metering. */
export type Toll = {
  /** Charges once; false when the budget is used up. */
  charge: () => Promise<boolean>;
  /** Resolves when the budget may be refilled. */
  refilled: () => Promise<void>;
} | null;

type Answer = Buffer | Promise<Buffer>;

/** Finished and pending answers by rights; null when the caller could not pay. */
type Alike = Map<string, Buffer | Promise<Buffer | null>>;

/** Shared answers by event and operation. */
const shared = new WeakMap<object, Map<OperationDefinitionNode, Alike>>();

const answered = channel('evertold:answered');

/**
 * Runs a subscription. Each event gets its own context, so that access is checked anew. An answer that is equal for all
 * with the same rights is made and serialized once in this process. Rejects on a database outage, as does `run` of its
 * answers.
 */
export async function subscribe(
  args: ExecutionArgs,
  fresh: NewContext,
  toll: Toll = null,
): Promise<Answers | ExecutionResult> {
  const { viewer } = fresh('follower');
  const schema = schemaFor(viewer, args);
  const valid = validateSubscriptionArgs({ ...args, schema, hideSuggestions: true });
  if (!('operation' in valid)) return { errors: valid };
  const source = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in source)) {
    const outage = source.errors?.find(outageIn);
    if (outage) throw outage;
    return source;
  }
  if (!isSource(source)) throw new TypeError('A subscription returns a source of events');
  const { missing } = checkKey(args.schema, args.document, args.operationName, viewer);
  const shown = missing.length ? { extensions: { missingScopes: missing } } : {};
  const answer = answering({ valid, shown }, fresh, toll);
  const ended = countOpen(valid);
  return {
    run: (take) => source.run((event) => soon(answer(event), take)).finally(ended),
    stop() {
      ended();
      source.stop();
    },
  };
}

/** Counts a subscription as open, by its root field, until the returned function is called. */
function countOpen({ operation: { selectionSet } }: ValidatedSubscriptionArgs): () => void {
  const [field] = selectionSet.selections;
  // A root field in a fragment is rare and counts as 'other'.
  const open = metrics.subscriptions.labels(field?.kind === Kind.FIELD ? field.name.value : 'other');
  let over = false;
  open.inc();
  return () => {
    if (!over) open.dec();
    over = true;
  };
}

/** A valid subscription, and what each of its answers says beside its data. */
type Followed = { valid: ValidatedSubscriptionArgs; shown: Pick<ExecutionResult, 'extensions'> };

/** Returns the function that answers an event; shareable answers are reused. */
function answering(followed: Followed, fresh: NewContext, toll: Toll): (event: unknown) => Answer {
  const { valid } = followed;
  // Missed items, even years old, come as events and are charged, so that a stream is no cheaper than a list.
  const own = (event: unknown): Answer => {
    const make = () => answerTo(event, followed, fresh('follower'));
    return toll
      ? toll.charge().then((paid) => (paid ? make() : toll.refilled().then(() => own(event))))
      : make();
  };
  // For a page of another origin, file addresses belong to its session and can't be shared.
  if (!isShareable(valid) || fresh('follower').viewer?.elsewhere) return own;
  return (event) => {
    if (!isSharedEvent(event) || event.rights === null) return own(event);
    const alike = alikeAnswers(event.item, valid.operation);
    return answerOfMany(alike, event.rights, () => answerTo(event, followed, fresh('nobody')), toll);
  };
}

/** The first follower who can pay has the answer made; followers without budget wait and may use it. */
function answerOfMany(alike: Alike, rights: string, make: () => Answer, toll: Toll): Answer {
  const known = alike.get(rights);
  // Without metering there is always an answer: thousands share one promise without one of their own.
  if (known !== undefined && (!toll || !(known instanceof Promise))) return known as Answer;
  if (!toll) return keep(alike, rights, make());
  const again = () => answerOfMany(alike, rights, make, toll);
  if (known) return soon(known, (json) => json ?? again());
  const made = toll.charge().then((paid) => (paid ? make() : null));
  return soon(keep(alike, rights, made), (json) => json ?? toll.refilled().then(again));
}

/** Caches the answer from its start; failed and unpaid ones are removed. */
function keep<Made extends Buffer | Promise<Buffer | null>>(alike: Alike, rights: string, made: Made): Made {
  alike.set(rights, made);
  if (made instanceof Promise)
    made.then(
      (json) => (json ? alike.set(rights, json) : alike.delete(rights)),
      () => alike.delete(rights),
    );
  return made;
}

function alikeAnswers(item: object, operation: OperationDefinitionNode): Alike {
  const byOperation = shared.get(item) ?? new Map<OperationDefinitionNode, Alike>();
  if (!byOperation.size) shared.set(item, byOperation);
  const byRights: Alike = byOperation.get(operation) ?? new Map();
  if (!byRights.size) byOperation.set(operation, byRights);
  return byRights;
}

function answerTo(rootValue: unknown, { valid, shown }: Followed, contextValue: Context): Answer {
  answered.publish({ operation: valid.operation.name?.value });
  return soon(executeSubscriptionEvent({ ...valid, rootValue, contextValue }), (result) => {
    // The follower must not lose the event: it is sent again after the outage.
    const outage = result.errors?.find(outageIn);
    if (outage) throw outage;
    return Buffer.from(JSON.stringify({ ...maskedResult(result, contextValue.origin.requestId), ...shown }));
  });
}
