import { apollo } from '#web/app/apollo.ts';
import { DiscardStoryDraftDocument, SaveStoryDraftDocument } from './StoryDraft.graphql.ts';
import { changesOf, draftOf, type FoundDraft, isSameWriting, type StoryChanges } from './writing.ts';

/** `KEPT`: stored on the server; `LOST`: the server could not store it; `CHANGED`: another device changed it. */
export type StoringOutcome =
  | { kind: 'KEPT'; changes: StoryChanges; id: string; version: number }
  | { kind: 'NONE' }
  | { kind: 'LOST' }
  | { kind: 'CHANGED'; draft: FoundDraft };

export interface DraftStore {
  /** Stores these changes, or discards the draft with null. The newest call wins over those that still wait. */
  put(changes: StoryChanges | null, leaving?: boolean): void;
  /** Stops storing while the story is saved; resolves with the version of the stored draft, null for none. */
  pause(): Promise<number | null>;
  /** Continues; the draft is erased if the story was saved. */
  resume(isSaved: boolean): void;
  /** Continues on top of the version that another device stored. */
  adopt(version: number): void;
  version(): number | null;
}

const mostUnanswered = 20;

/** Stores the drafts of one story on the server, one request at a time. */
export function openDraftStore(
  of: { subjectId: string; cardId: string | null },
  from: number | null,
  report: (outcome: StoringOutcome) => void,
): DraftStore {
  const story = { subjectId: of.subjectId, cardId: of.cardId };
  let version = from;
  let waiting: { changes: StoryChanges | null } | null = null;
  let sending: Promise<void> | null = null;
  let isPaused = false;
  /** What was sent without an answer: the server may have one of these. */
  let unanswered: StoryChanges[] = [];

  function send(keepalive: boolean): void {
    if (sending || isPaused || !waiting) return;
    const next = waiting;
    waiting = null;
    sending = (next.changes ? store(next.changes, keepalive) : discard(keepalive))
      .catch((): StoringOutcome => ({ kind: 'LOST' }))
      .then((outcome) => {
        sending = null;
        if (outcome.kind === 'LOST' || outcome.kind === 'CHANGED') waiting ??= next;
        report(outcome);
        if (outcome.kind === 'KEPT' || outcome.kind === 'NONE') send(false);
      });
  }

  async function store(changes: StoryChanges, keepalive: boolean): Promise<StoringOutcome> {
    unanswered = [...unanswered, changes].slice(-mostUnanswered);
    const { data } = await apollo.mutate({
      mutation: SaveStoryDraftDocument,
      variables: { input: { ...story, version, ...draftOf(changes) } },
      context: { fetchOptions: { keepalive }, isBackground: true },
    });
    const sent = unanswered;
    unanswered = [];
    const answer = data?.saveStoryDraft;
    if (answer?.__typename === 'SavedStoryDraft') {
      version = answer.version;
      return { kind: 'KEPT', changes, id: answer.id, version };
    }
    if (answer?.__typename !== 'DraftChanged') return { kind: 'LOST' };
    if (answer.draft) {
      const { draft } = answer;
      if (!sent.some((each) => isDraftOf(draft, each))) return { kind: 'CHANGED', draft };
      version = draft.version;
      if (!isDraftOf(draft, changes)) return store(changes, keepalive);
      return { kind: 'KEPT', changes, id: draft.id, version };
    }
    // Another device saved or discarded it: what is written here is a new draft.
    const isGone = version !== null;
    version = null;
    return isGone ? store(changes, keepalive) : { kind: 'LOST' };
  }

  async function discard(keepalive: boolean): Promise<StoringOutcome> {
    if (version === null) return { kind: 'NONE' };
    const { data } = await apollo.mutate({
      mutation: DiscardStoryDraftDocument,
      variables: { ...story, version },
      context: { fetchOptions: { keepalive }, isBackground: true },
    });
    const answer = data?.discardStoryDraft;
    if (answer?.__typename === 'DraftChanged' && answer.draft)
      return { kind: 'CHANGED', draft: answer.draft };
    if (answer?.__typename !== 'DiscardedStoryDraft' && answer?.__typename !== 'DraftChanged')
      return { kind: 'LOST' };
    version = null;
    return { kind: 'NONE' };
  }

  return {
    put(changes, leaving = false) {
      if (!changes && version === null && !sending) waiting = null;
      else waiting = { changes };
      send(leaving);
    },
    async pause() {
      isPaused = true;
      await sending;
      return version;
    },
    resume(isSaved) {
      isPaused = false;
      if (isSaved) [version, waiting] = [null, null];
      send(false);
    },
    adopt(stored) {
      version = stored;
    },
    version: () => version,
  };
}

/** Whether the server's draft is what was sent from here. */
function isDraftOf(draft: FoundDraft, sent: StoryChanges): boolean {
  const stored = changesOf(draft, sent.base);
  return stored.base.revision === sent.base.revision && isSameWriting(stored.writing, sent.writing);
}

/** Discards a draft that is not being written; returns whether it is gone. */
export async function discardFoundDraft(
  { subjectId, cardId }: { subjectId: string; cardId: string | null },
  version: number,
): Promise<boolean> {
  const { data } = await apollo.mutate({
    mutation: DiscardStoryDraftDocument,
    variables: { subjectId, cardId, version },
  });
  return data?.discardStoryDraft.__typename === 'DiscardedStoryDraft';
}
