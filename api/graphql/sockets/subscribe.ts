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
import { maskedResult } from '#api/graphql/masking.ts';
import { schemaFor } from '#api/graphql/plugins/key-scopes.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { isSharedEvent } from '#api/platform/events/shared-event.ts';
import { isSource } from '#api/platform/events/subscription.ts';
import { soon, type Take } from '#api/platform/events/take.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { isShareable } from './sharing.ts';

/** The answers to the events of a subscription, each as the bytes of its JSON. */
export type Answers = {
  /** Hands them on; resolves when the subscription has ended. */
  run: (take: Take<Buffer>) => Promise<void>;
  /** Ends it, also while it waits. */
  stop: () => void;
};

/** Makes a context for one event: as the follower, or as nobody in particular who has the same rights. */
export type Fresh = (as: 'follower' | 'nobody') => Context;

/** What the follower pays for an answer that is made for them; null where nobody is charged. */
export type Toll = {
  /** Charges them once; whether they could pay. */
  charge: () => Promise<boolean>;
  /** Resolves when they may be able to pay again. */
  refilled: () => Promise<void>;
} | null;

type Answer = Buffer | Promise<Buffer>;

/** Answers by rights that were made, or are in the making; null where who was to pay could not. */
type Alike = Map<string, Buffer | Promise<Buffer | null>>;

/** By event, and by what is asked of it. */
const shared = new WeakMap<object, Map<OperationDefinitionNode, Alike>>();

const answered = channel('evertold:answered');

/**
 * Runs a subscription. Each event gets a context of its own, so that rights are asked as they are by then. An answer
 * that is the same for all who have the same rights is made once in this process, and written as JSON once. Rejects, as
 * does the run of its answers, when the database is out of order.
 */
export async function subscribe(
  args: ExecutionArgs,
  fresh: Fresh,
  toll: Toll = null,
): Promise<Answers | ExecutionResult> {
  const schema = schemaFor(fresh('follower').viewer, args.schema);
  const valid = validateSubscriptionArgs({ ...args, schema, hideSuggestions: true });
  if (!('operation' in valid)) return { errors: valid };
  const source = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in source)) {
    const outage = source.errors?.find(outageIn);
    if (outage) throw outage;
    return source;
  }
  if (!isSource(source)) throw new TypeError('A subscription returns a source of events');
  const answer = answering(valid, fresh, toll);
  const ended = countOpen(valid);
  return {
    run: (take) => source.run((event) => soon(answer(event), take)).finally(ended),
    stop() {
      ended();
      source.stop();
    },
  };
}

/** Counts a subscription as open, by its one field, until the answer is called. */
function countOpen({ operation: { selectionSet } }: ValidatedSubscriptionArgs): () => void {
  const [field] = selectionSet.selections;
  // Through a fragment it is the same field, of which nobody makes use.
  const open = metrics.subscriptions.labels(field?.kind === Kind.FIELD ? field.name.value : 'other');
  let over = false;
  open.inc();
  return () => {
    if (!over) open.dec();
    over = true;
  };
}

/** How the events of a subscription are answered: those that are for many by what was made for the first. */
function answering(valid: ValidatedSubscriptionArgs, fresh: Fresh, toll: Toll): (event: unknown) => Answer {
  // What is missed, from years ago too, comes as events: a stream is no cheaper way to it than a list is.
  const own = (event: unknown): Answer => {
    const make = () => answerTo(event, valid, fresh('follower'));
    return toll
      ? toll.charge().then((paid) => (paid ? make() : toll.refilled().then(() => own(event))))
      : make();
  };
  // For a page of another origin, addresses of files are its session's own.
  if (!isShareable(valid) || fresh('follower').viewer?.elsewhere) return own;
  return (event) => {
    if (!isSharedEvent(event) || event.rights === null) return own(event);
    const alike = alikeAnswers(event.item, valid.operation);
    return answerOfMany(alike, event.rights, () => answerTo(event, valid, fresh('nobody')), toll);
  };
}

/** Made for the first of them who can pay: who can't waits alone, for what another's points may have made by then. */
function answerOfMany(alike: Alike, rights: string, make: () => Answer, toll: Toll): Answer {
  const known = alike.get(rights);
  // Where nobody pays there is always an answer: thousands wait for the one promise, with none of their own.
  if (known !== undefined && (!toll || !(known instanceof Promise))) return known as Answer;
  if (!toll) return keep(alike, rights, make());
  const again = () => answerOfMany(alike, rights, make, toll);
  if (known) return soon(known, (json) => json ?? again());
  const made = toll.charge().then((paid) => (paid ? make() : null));
  return soon(keep(alike, rights, made), (json) => json ?? toll.refilled().then(again));
}

/** Kept from when it is begun, but for what came to nothing. */
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

function answerTo(rootValue: unknown, valid: ValidatedSubscriptionArgs, contextValue: Context): Answer {
  answered.publish({ operation: valid.operation.name?.value });
  return soon(executeSubscriptionEvent({ ...valid, rootValue, contextValue }), (result) => {
    // The event must not be lost for the follower: it comes again, once what we rest on is back.
    const outage = result.errors?.find(outageIn);
    if (outage) throw outage;
    return Buffer.from(JSON.stringify(maskedResult(result, contextValue.origin.requestId)));
  });
}
