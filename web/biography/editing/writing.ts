import type { EditStory_CardFragment } from './EditStory.graphql.ts';
import type { StoryDraft_DraftFragment } from './StoryDraft.graphql.ts';
import {
  asQuote,
  bodyOf,
  isSameText,
  type StoredSentence,
  type StoryText,
  type TextRun,
  textOf,
  textOfBody,
} from './text/story-text.ts';

/** The fields of a story that is being written. */
export interface Writing {
  title: string;
  text: StoryText;
  happened: string;
  place: string;
  chapterKey: string;
}

/** The saved version that was opened; the revision is null for a story that was never saved. */
export interface Base {
  revision: number | null;
  writing: Writing;
}

/** A draft with the version that it changes. */
export interface StoryChanges {
  writing: Writing;
  base: Base;
}

export type FoundDraft = StoryDraft_DraftFragment;

const lines = ['title', 'happened', 'place', 'chapterKey'] as const;

export function isSameWriting(one: Writing, other: Writing): boolean {
  return lines.every((part) => one[part] === other[part]) && isSameText(one.text, other.text);
}

/** The saved version of a story; that of a new story is empty. */
export function baseOf(card: EditStory_CardFragment | null, chapterKey: string): Base {
  const writing = {
    title: card?.title ?? '',
    text: card ? textOfSaved(card) : [],
    happened: card?.happenedText ?? '',
    place: card?.place ?? '',
    chapterKey: card?.chapter.key ?? chapterKey,
  };
  return { revision: card?.revision ?? null, writing };
}

/** Whether all sentences were loaded; of a very long story the API returns only the first ones. */
export function isWhole(saved: { body: string; sentences: readonly StoredSentence[] } | null): boolean {
  return !saved || bodyOf(textOf(saved.sentences)) === saved.body;
}

function textOfSaved(saved: { body: string; sentences: readonly StoredSentence[] }): StoryText {
  return isWhole(saved) ? textOf(saved.sentences) : textOfBody(saved.body);
}

/** A stored draft with the version that it changes. The chapter is not part of a version: it changes the present one. */
export function changesOf(draft: FoundDraft, opened: Base): StoryChanges {
  const { base } = draft;
  const before: Base = base
    ? {
        revision: base.number,
        writing: {
          title: base.title,
          text: textOfSaved(base),
          happened: base.happenedText ?? '',
          place: base.place ?? '',
          chapterKey: opened.writing.chapterKey,
        },
      }
    : opened;
  return {
    base: before,
    writing: {
      title: draft.title ?? before.writing.title,
      text: draft.text ? textOfRuns(draft.text) : before.writing.text,
      happened: draft.happened ?? before.writing.happened,
      place: draft.place ?? before.writing.place,
      chapterKey: draft.chapterKey ?? before.writing.chapterKey,
    },
  };
}

/** A draft as the API takes it: what is as in the version that it changes is null. */
export function draftOf({ writing, base }: StoryChanges) {
  const changed = (part: (typeof lines)[number]) =>
    writing[part] === base.writing[part] ? null : writing[part];
  return {
    baseRevision: base.revision,
    title: changed('title'),
    happened: changed('happened'),
    place: changed('place'),
    chapterKey: changed('chapterKey'),
    text: isSameText(writing.text, base.writing.text) ? null : runsOf(writing.text),
  };
}

/** Keeps the place of an empty paragraph. */
const noWords: TextRun = { text: '', sources: [] };

function runsOf(text: StoryText) {
  return text.flatMap((runs, paragraph) =>
    (runs.length ? runs : [noWords]).map((run) => ({
      paragraph,
      text: run.text,
      sources: [...run.sources],
      quoted: run.quoted ?? false,
    })),
  );
}

function textOfRuns(runs: NonNullable<FoundDraft['text']>): StoryText {
  return [...Map.groupBy(runs, ({ paragraph }) => paragraph).values()].map((own) =>
    asQuote(
      own.some(({ quoted }) => quoted),
      own.filter(({ text }) => text),
    ),
  );
}
