import type { z } from 'zod';
import { sortKey } from '#api/biography/writing/dates.ts';
import type { ExportedAudience, ExportedBook } from '#api/exports/format.ts';
import { storageKeyOf } from '#api/keepsakes/service/uploads.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { dayBegins } from '#api/platform/domain-values/time-zone.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { minuteOf } from '#api/subjects/details.ts';
import { orderKeysOf } from './story-order.ts';

/** The tables of a book in the order in which their rows are copied, with the columns that an import fills. */
export const columnsByTable = {
  subject: [
    ...[
      'id',
      'full_name',
      'preferred_name',
      'pronouns',
      'birth_date',
      'birth_place',
      'language',
      'time_zone',
    ],
    ...['cloth', 'avoided_themes', 'plays_voice_codes', 'status', 'sharing', 'created_at', 'updated_at'],
    ...['voice', 'patience_ms', 'max_minutes', 'max_questions', 'hours_from', 'hours_until', 'scheduled_by'],
    ...[
      'viewers_read_transcripts',
      'viewers_see_living',
      'viewers_see_living_dates',
      'publishes_automatically',
    ],
  ],
  call_time: ['id', 'subject_id', 'weekday', 'minute'],
  chapter: ['id', 'subject_id', 'key', 'title', 'position', 'hidden'],
  person: [
    ...[
      'id',
      'subject_id',
      'name',
      'relationship',
      'aliases',
      'living',
      'born',
      'died',
      'found',
      'created_at',
    ],
  ],
  person_relation: ['id', 'subject_id', 'from_id', 'to_id', 'kind', 'created_at'],
  place: [
    ...['id', 'subject_id', 'name', 'found', 'same_as', 'off_map', 'off_list', 'pin_label', 'latitude'],
    ...['longitude', 'created_at'],
  ],
  left_out_question: ['subject_id', 'key', 'for_good', 'at'],
  own_question_order: ['subject_id', 'keys'],
  brought_consent: [
    ...['id', 'subject_id', 'position', 'kind', 'status', 'via', 'wording_version', 'wording', 'at'],
  ],
  conversation: [
    ...['id', 'subject_id', 'channel', 'status', 'writing', 'title', 'summary', 'together', 'brought'],
    ...['interviewer', 'started_at', 'ended_at', 'last_seq', 'questions_asked', 'answer_tries', 'announced'],
    ...['confided', 'created_at', 'updated_at'],
  ],
  message: [
    ...['id', 'subject_id', 'conversation_id', 'seq', 'role', 'text', 'corrected_text', 'private'],
    ...['question_key', 'deleted_at', 'created_at', 'xid', 'audio_start_ms', 'audio_end_ms'],
  ],
  mention: ['id', 'subject_id', 'message_id', 'person_id', 'place_id', 'date', 'start', 'end'],
  named_theme: ['message_id', 'subject_id', 'theme', 'brought'],
  private_theme: ['message_id', 'subject_id', 'theme'],
  recording: [
    ...['id', 'subject_id', 'conversation_id', 'media_type', 'approximate', 'words_approximate'],
    ...['started_at', 'duration_ms', 'storage_key', 'held_key', 'loudness', 'created_at'],
  ],
  said_audience: [
    ...['message_id', 'subject_id', 'pending', 'opens_on', 'opens_at', 'after_death', 'created_at'],
  ],
  card: [
    ...['id', 'subject_id', 'chapter_id', 'title', 'status', 'mark', 'happened', 'happened_key', 'place'],
    'order_key',
    ...['revision', 'touched_by_person', 'plays_voice_code', 'created_at', 'updated_at'],
  ],
  card_revision: [
    ...['id', 'subject_id', 'card_id', 'number', 'title', 'happened', 'place', 'note', 'author_name'],
    ...['writer', 'prompt_version_ids', 'conversation_id', 'created_at'],
  ],
  proposal: ['id', 'subject_id', 'card_id', 'conversation_id', 'status', 'sentences', 'created_at'],
  sentence: [
    ...[
      'id',
      'subject_id',
      'card_id',
      'revision',
      'paragraph',
      'position',
      'text',
      'hidden',
      'edited',
      'quoted',
    ],
  ],
  source: ['id', 'subject_id', 'sentence_id', 'message_id', 'start', 'end'],
  card_person: ['subject_id', 'card_id', 'person_id'],
  card_person_decision: ['subject_id', 'card_id', 'person_id', 'is_in'],
  remark: ['id', 'subject_id', 'card_id', 'author_name', 'text', 'created_at'],
  brought_heart: ['card_id', 'position', 'subject_id', 'name'],
  media: [
    ...[
      'id',
      'subject_id',
      'card_id',
      'kind',
      'content_type',
      'bytes',
      'width',
      'height',
      'title',
      'caption',
    ],
    ...['happened', 'added_by_name', 'storage_key', 'created_at', 'after_paragraph', 'deleted_at', 'held'],
  ],
  old_recording: [
    ...['id', 'subject_id', 'media_id', 'conversation_id', 'status', 'transcribes', 'adds_itself', 'lines'],
    ...['words', 'version', 'tries', 'loudness', 'transcribed_ms', 'approximate', 'created_at', 'updated_at'],
  ],
  question_request: [
    ...['id', 'subject_id', 'media_id', 'text', 'status', 'position', 'tries', 'declined', 'conversation_id'],
    ...['answer_message_id', 'asked_by_name', 'created_at'],
  ],
  keepsake_person: ['subject_id', 'media_id', 'person_id'],
  person_merge: [
    ...['id', 'subject_id', 'person_id', 'other', 'mention_ids', 'card_ids', 'media_ids', 'added_media_ids'],
    ...['relatives', 'decisions', 'kept_id', 'added_aliases', 'added_facts', 'was_found', 'created_at'],
  ],
  audience: [
    ...['id', 'subject_id', 'card_id', 'chapter_id', 'media_id', 'opens_on', 'opens_at', 'after_death'],
    'created_at',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Table = keyof typeof columnsByTable;
export type Row = { kind: Table; data: Record<string, unknown> };
type Media = ExportedBook['media'][number];
type Sentence = ExportedBook['cards'][number]['sentences'][number];

/** A keepsake whose file comes along. */
export type BroughtFile = Media & { file: string; newId: string };

/** The sound of a conversation that comes along. */
export type BroughtSound = { file: string; conversationId: string; newId: string; key: string };

export type BroughtBook = {
  subjectId: string;
  /** The portrait's new id. */
  photoId: string | null;
  files: BroughtFile[];
  sounds: BroughtSound[];
  rows: () => Generator<Row>;
  soundsLeft: number;
  /** How many earlier versions of stories the export left out. */
  versionsLeft: number;
  /** How many of the sounds nobody hears until the person agrees here. */
  soundsHeld: number;
  filesMissing: number;
  onlyForOwner: number;
};

/**
 * The rows of a new subject, made of a checked export under new ids. Nobody reads more than before: what the file doesn't
 * say is taken as the stricter of what it may be. `isEmpty` tells whether a file in the ZIP is empty.
 */
export function broughtBook(book: ExportedBook, isEmpty: (file: string) => boolean): BroughtBook {
  const subjectId = newId();
  const mayBeHeard = agreedAtLast(book, 'RECORDING');
  const recorded = book.conversations.flatMap(({ id, recording }) =>
    recording && !isEmpty(recording.file) ? [{ conversationId: id, file: recording.file }] : [],
  );
  const sounds = mayBeHeard ? recorded.map((sound) => soundIn(subjectId, sound)) : [];
  const spoken = new Set(sounds.map(({ conversationId }) => conversationId));
  // Where closed words are in a sound, only the sound of their conversation says.
  const unsilenced = new Set(
    book.conversations
      .filter(({ id, messages }) => !spoken.has(id) && messages.some((m) => m.private || m.deletedAt))
      .map(({ id }) => id),
  );
  /**
   * A recording of the voice whose words are in the book needs the person's word, its conversation, and the times of what
   * is closed in it.
   */
  function comesAlong({ file, contentType, ofVoice, conversationId }: Media) {
    if (!contentType.startsWith('audio/') || ofVoice === false || conversationId === null) return true;
    if (conversationId === undefined || unsilenced.has(conversationId)) return false;
    return mayBeHeard && !isEmpty(file ?? '');
  }
  const kept = book.media.filter((media): media is Media & { file: string } => media.file !== null);
  const files = kept.filter(comesAlong).map((media) => ({ ...media, newId: newId() }));
  const limited = [...book.chapters, ...book.cards, ...files].filter(
    ({ audience }) => audience === undefined || !!audience?.names.length,
  );
  // The conversation of an old recording usually has the same sound, which is counted once.
  const voices = files.filter(({ conversationId }) => conversationId && !spoken.has(conversationId));
  return {
    subjectId,
    sounds,
    soundsHeld: book.subject.memorial ? 0 : sounds.length + voices.length,
    photoId: files.find(({ id }) => id === book.subject.photoId)?.newId ?? null,
    files,
    rows: () => rowsOf(book, subjectId, files, sounds),
    soundsLeft: recorded.length - sounds.length + kept.length - files.length,
    versionsLeft: book.earlierLeft ?? 0,
    filesMissing: book.media.filter(({ file }) => file === null).length,
    onlyForOwner: limited.length,
  };
}

function soundIn(subjectId: string, sound: Pick<BroughtSound, 'file' | 'conversationId'>): BroughtSound {
  const id = newId();
  return { ...sound, newId: id, key: `${subjectId}/recordings/${id}` };
}

function* rowsOf(
  book: ExportedBook,
  subject_id: string,
  files: readonly BroughtFile[],
  sounds: readonly BroughtSound[],
): Generator<Row> {
  const soundOf = new Map(sounds.map((sound) => [sound.conversationId, sound]));
  const { subject, relations = [] } = book;
  const now = clock.now();
  /** A time of the file, which must not be in the future. */
  const past = (moment: string) => new Date(Math.min(Date.parse(moment), now.getTime())).toISOString();
  const ids = new Map<string, string>();
  /** The new id for a row's id in the file; the ids of two kinds may be the same. */
  function idOf(kind: Table, id: string): string {
    const key = `${kind} ${id}`;
    const known = ids.get(key) ?? newId();
    ids.set(key, known);
    return known;
  }
  function* audienceOf(
    of: { card_id: string } | { chapter_id: string } | { media_id: string },
    audience: z.output<typeof ExportedAudience> | undefined,
  ): Generator<Row> {
    if (audience === null) return;
    // Without an audience in the file it is unknown, and only the owners and the person read it.
    const { opensOn = null, afterDeath = false } = audience ?? {};
    yield { kind: 'audience', data: { id: newId(), subject_id, ...of, ...openingOf(opensOn, afterDeath) } };
  }
  function openingOf(opensOn: string | null, afterDeath: boolean) {
    const opens_at = opensOn && dayBegins(opensOn, subject.timeZone).toISOString();
    return { opens_on: opensOn, opens_at, after_death: afterDeath, created_at: now };
  }

  const isMemorial = subject.memorial === true;
  const settings = settingsOf(book);
  yield {
    kind: 'subject',
    data: {
      ...{ id: subject_id, full_name: subject.fullName, preferred_name: subject.preferredName },
      ...{ pronouns: subject.pronouns, birth_date: subject.birthDate, birth_place: subject.birthPlace },
      ...{ language: subject.language, time_zone: subject.timeZone, cloth: subject.cloth ?? 'spruce' },
      ...{ avoided_themes: subject.avoidedThemes ?? [], status: isMemorial ? 'MEMORIAL' : 'DRAFT' },
      plays_voice_codes: subject.playsVoiceCodes ?? false,
      // Nobody can be asked any more: the last word that the person gave on sharing stays.
      sharing: isMemorial && agreedAtLast(book, 'SHARING'),
      ...{ created_at: past(subject.createdAt), updated_at: now },
      voice: settings.voice,
      ...{ patience_ms: settings.patienceMs, max_minutes: settings.maxMinutes },
      ...{ max_questions: settings.maxQuestions, scheduled_by: settings.scheduledBy },
      ...{ hours_from: settings.hoursFrom, hours_until: settings.hoursUntil },
      viewers_read_transcripts: settings.viewersReadTranscripts,
      viewers_see_living: settings.viewersSeeLiving,
      viewers_see_living_dates: settings.viewersSeeLivingDates,
      publishes_automatically: settings.publishesAutomatically,
    },
  };
  for (const { weekday, minute } of settings.callTimes)
    yield { kind: 'call_time', data: { id: newId(), subject_id, weekday, minute } };
  for (const { id, key, title, position, hidden = false, audience } of book.chapters) {
    const chapter_id = idOf('chapter', id);
    yield { kind: 'chapter', data: { id: chapter_id, subject_id, key, title, position, hidden } };
    yield* audienceOf({ chapter_id }, audience);
  }
  const last = Math.max(-1, ...book.chapters.map(({ position }) => position));
  const missing = CHAPTERS.filter(({ key }) => !book.chapters.some((chapter) => chapter.key === key));
  for (const [at, { key, title }] of missing.entries())
    yield {
      kind: 'chapter',
      data: { id: newId(), subject_id, key, title, position: last + 1 + at, hidden: false },
    };
  for (const { id, name, relationship, aliases, living, born, died, found } of book.people) {
    yield {
      kind: 'person',
      data: {
        ...{ id: idOf('person', id), subject_id, name, relationship, aliases: aliases ?? [] },
        ...{ living: living ?? null, born: born ?? null, died: died ?? null, found: found ?? true },
        created_at: now,
      },
    };
  }
  for (const { kind, fromId, toId } of relations) {
    const pair = [idOf('person', fromId), idOf('person', toId)];
    const [from_id, to_id] = kind === 'PARENT' ? pair : pair.sort();
    yield {
      kind: 'person_relation',
      data: { id: newId(), subject_id, from_id, to_id, kind, created_at: now },
    };
  }
  for (const { id, name, sameAs, onMap, offMap, offList, found } of book.places) {
    yield {
      kind: 'place',
      data: {
        ...{ id: idOf('place', id), subject_id, name, found: found ?? true, same_as: sameAs ?? null },
        ...{ off_map: offMap ?? false, off_list: offList ?? false, pin_label: onMap?.label ?? null },
        ...{ latitude: onMap?.latitude ?? null, longitude: onMap?.longitude ?? null, created_at: now },
      },
    };
  }
  for (const { key, forGood, at } of subject.leftOutQuestions ?? [])
    yield { kind: 'left_out_question', data: { subject_id, key, for_good: forGood, at: past(at) } };
  if (subject.nextQuestions?.length)
    yield { kind: 'own_question_order', data: { subject_id, keys: subject.nextQuestions } };
  for (const [position, { kind, status, via, wordingVersion, wording, at }] of book.consents.entries()) {
    yield {
      kind: 'brought_consent',
      data: {
        ...{ id: newId(), subject_id, position, kind, status, via, wording_version: wordingVersion },
        ...{ wording, at: past(at) },
      },
    };
  }
  const privateIds = new Set<string>();
  /** The ids of the mentions of people, of which merges name some. */
  const mentionIds = new Map<string, string[]>();
  for (const { id, channel, messages, title, summary, ...conversation } of book.conversations) {
    const conversation_id = idOf('conversation', id);
    const started = past(conversation.startedAt ?? messages[0]?.createdAt ?? book.exportedAt);
    const ended = past(conversation.endedAt ?? messages.at(-1)?.createdAt ?? started);
    // One that went on during the export goes on nowhere here.
    const isOver = ['COMPLETED', 'MISSED', 'FAILED', 'CANCELLED'].includes(conversation.status);
    yield {
      kind: 'conversation',
      data: {
        ...{ id: conversation_id, subject_id, channel, status: isOver ? conversation.status : 'COMPLETED' },
        ...{ writing: null, title, summary, together: conversation.together ?? false, brought: true },
        interviewer: 'built-in',
        ...{ started_at: started, ended_at: isOver && !conversation.endedAt ? null : ended },
        last_seq: messages.reduce((highest, { seq }) => Math.max(highest, seq), 0),
        ...{ questions_asked: 0, answer_tries: 0, announced: false, confided: false },
        ...{ created_at: started, updated_at: now },
      },
    };
    const sound = soundOf.get(id);
    if (sound)
      yield {
        kind: 'recording',
        data: {
          ...{ id: sound.newId, subject_id, conversation_id, approximate: true, words_approximate: true },
          // Nobody can be asked any more: as with sharing, the last word that the person gave stays.
          ...(isMemorial ? { storage_key: sound.key } : { held_key: sound.key }),
          ...{ started_at: started, created_at: now },
        },
      };
    for (const message of messages) {
      const { text, firstText, deletedAt } = message;
      if (message.private) privateIds.add(message.id);
      yield {
        kind: 'message',
        data: {
          ...{ id: idOf('message', message.id), subject_id, conversation_id, seq: message.seq },
          ...{ role: message.role, text: firstText ?? text ?? '', private: message.private },
          ...{ corrected_text: firstText === null ? null : text, question_key: message.questionKey ?? null },
          ...{ deleted_at: deletedAt ? past(deletedAt) : null, created_at: past(message.createdAt) },
          ...(sound &&
            message.sound && { audio_start_ms: message.sound.startMs, audio_end_ms: message.sound.endMs }),
          // Before every position in the stream of messages, so that nobody who follows it is told of them as of new ones.
          xid: '0',
        },
      };
      for (const { personId, placeId, date, start, end } of message.mentions ?? []) {
        const mention_id = newId();
        const key = mentionKey({ personId, messageId: message.id, start, end });
        mentionIds.set(key, [...(mentionIds.get(key) ?? []), mention_id]);
        yield {
          kind: 'mention',
          data: {
            ...{ id: mention_id, subject_id, message_id: idOf('message', message.id), start, end },
            person_id: personId ? idOf('person', personId) : null,
            place_id: placeId ? idOf('place', placeId) : null,
            date: date ?? null,
          },
        };
      }
      const named = { subject_id, message_id: idOf('message', message.id) };
      if (message.namedTheme) {
        const { theme, alone } = message.namedTheme;
        yield { kind: 'named_theme', data: { ...named, theme, brought: alone } };
      }
      if (message.privateTheme)
        yield { kind: 'private_theme', data: { ...named, theme: message.privateTheme } };
      // The members who were named don't come along, so words for them alone are the person's own here.
      const { opensOn = null, afterDeath = false } = message.saidAudience ?? {};
      if (!message.private || deletedAt || (opensOn === null && !afterDeath)) continue;
      yield {
        kind: 'said_audience',
        data: {
          ...{ message_id: idOf('message', message.id), subject_id, pending: false },
          ...openingOf(opensOn, afterDeath),
        },
      };
    }
  }
  const orderKeys = orderKeysOf(book.cards, { idOf: (id) => idOf('card', id), at: past });
  for (const { id, chapterId, sentences, personIds, decidedPeople = [], audience, ...card } of book.cards) {
    const card_id = idOf('card', id);
    const { title, status, mark, happened, place, revision } = card;
    const updated_at = past(card.updatedAt);
    const created_at = past(card.createdAt);
    const { written, earlier = [], proposals = [] } = card;
    const restsOnNothing = [sentences, ...earlier.map((version) => version.sentences)].every((all) =>
      all.every(({ sources }) => sources.length === 0),
    );
    const isByHand = card.byHand === true && restsOnNothing;
    // A told story whose file shows no source and no machine must not pass for one that the family wrote by hand.
    const seemsByHand =
      restsOnNothing && ![...earlier, ...(written ? [written] : [])].some((v) => v.byMachine);
    const byMachine = !isByHand && (seemsByHand || (written?.byMachine ?? true));
    const conversationOf = (of: string | null | undefined) => (of ? idOf('conversation', of) : null);
    function* sentencesOf(number: number, all: readonly Sentence[]): Generator<Row> {
      for (const [position, { paragraph, text, sources, edited, quoted }] of all.entries()) {
        const sentence_id = newId();
        const hidden = sources.some(({ messageId }) => privateIds.has(messageId));
        yield {
          kind: 'sentence',
          data: {
            ...{ id: sentence_id, subject_id, card_id, revision: number, paragraph, position, text, hidden },
            ...{ edited: edited ?? false, quoted: quoted ?? false },
          },
        };
        for (const { messageId, start, end } of sources)
          yield {
            kind: 'source',
            data: {
              id: newId(),
              subject_id,
              sentence_id,
              message_id: idOf('message', messageId),
              start,
              end,
            },
          };
      }
    }
    yield {
      kind: 'card',
      data: {
        ...{ id: card_id, subject_id, chapter_id: idOf('chapter', chapterId), title, status, mark, happened },
        ...{ happened_key: happened && sortKey(happened), place, revision },
        order_key: orderKeys.get(card_id) ?? null,
        // The family has read this story elsewhere, so the machine only proposes changes to it.
        ...{ touched_by_person: true, created_at, updated_at },
        plays_voice_code: card.playsVoiceCode ?? false,
      },
    };
    yield {
      kind: 'card_revision',
      data: {
        ...{ id: newId(), subject_id, card_id, number: revision, title, happened, place },
        ...{ note: written?.note ?? null, author_name: written?.author ?? null },
        ...{ writer: byMachine ? 'another Evertold' : null, prompt_version_ids: [] },
        conversation_id: conversationOf(written?.conversationId),
        created_at: written ? past(written.createdAt) : updated_at,
      },
    };
    yield* sentencesOf(revision, sentences);
    for (const { number, note, author, conversationId, createdAt, ...version } of earlier) {
      yield {
        kind: 'card_revision',
        data: {
          ...{ id: newId(), subject_id, card_id, number, note, author_name: author },
          ...{ title: version.title, happened: version.happened, place: version.place },
          ...{ writer: version.byMachine ? 'another Evertold' : null, prompt_version_ids: [] },
          ...{ conversation_id: conversationOf(conversationId), created_at: past(createdAt) },
        },
      };
      yield* sentencesOf(number, version.sentences);
    }
    for (const { conversationId, createdAt, sentences: proposed } of proposals) {
      const open = proposed.filter(
        ({ sources }) => !sources.some(({ messageId }) => privateIds.has(messageId)),
      );
      if (!open.length) continue;
      yield {
        kind: 'proposal',
        data: {
          ...{ id: newId(), subject_id, card_id, conversation_id: conversationOf(conversationId) },
          ...{ status: 'OPEN', created_at: past(createdAt) },
          sentences: open.map(({ sources, ...sentence }) => ({
            ...sentence,
            sources: sources.map(({ messageId, ...span }) => ({
              messageId: idOf('message', messageId),
              ...span,
            })),
          })),
        },
      };
    }
    for (const personId of personIds)
      yield { kind: 'card_person', data: { subject_id, card_id, person_id: idOf('person', personId) } };
    for (const { personId, isIn } of decidedPeople)
      yield {
        kind: 'card_person_decision',
        data: { subject_id, card_id, person_id: idOf('person', personId), is_in: isIn },
      };
    for (const { text, author, createdAt } of card.remarks ?? [])
      yield {
        kind: 'remark',
        data: {
          ...{ id: newId(), subject_id, card_id, text, created_at: past(createdAt) },
          // Remarks made here have none: these are not told of as new.
          author_name: author ?? '',
        },
      };
    for (const [position, name] of (card.hearts ?? []).entries())
      yield { kind: 'brought_heart', data: { card_id, position, subject_id, name } };
    yield* audienceOf({ card_id }, audience);
  }
  for (const { newId: id, cardId, personIds, audience, conversationId, ...media } of files) {
    const { kind, contentType, bytes, title, caption, happened, addedBy } = media;
    const held = !!conversationId && !isMemorial;
    yield {
      kind: 'media',
      data: {
        ...{
          id,
          subject_id,
          card_id: cardId && idOf('card', cardId),
          kind,
          content_type: contentType,
          bytes,
        },
        ...{ width: null, height: null, title, caption, happened, added_by_name: addedBy },
        ...{ storage_key: storageKeyOf({ subjectId: subject_id, id }), created_at: past(media.createdAt) },
        after_paragraph: (cardId && media.afterParagraph) ?? null,
        ...{ held, deleted_at: held ? now : null },
      },
    };
    if (conversationId)
      yield {
        kind: 'old_recording',
        data: {
          ...{ id: newId(), subject_id, media_id: id, conversation_id: idOf('conversation', conversationId) },
          ...{ status: 'IN_BOOK', transcribes: false, adds_itself: false, lines: [], words: [], version: 0 },
          ...{
            tries: 0,
            loudness: [],
            transcribed_ms: 0,
            approximate: true,
            created_at: now,
            updated_at: now,
          },
        },
      };
    for (const personId of personIds)
      yield {
        kind: 'keepsake_person',
        data: { subject_id, media_id: id, person_id: idOf('person', personId) },
      };
    yield* audienceOf({ media_id: id }, audience);
  }
  const mediaIds = new Map(files.map((file) => [file.id, file.newId]));
  for (const { id, personId, createdAt, ...merge } of book.merges ?? []) {
    const { name, relationship, aliases, living, born, died, found } = merge;
    yield {
      kind: 'person_merge',
      data: {
        ...{ id: newId(), subject_id, person_id: idOf('person', personId), created_at: past(createdAt) },
        other: {
          ...{ id: idOf('person', id), name, relationship, aliases, living, born, died, found },
          membershipId: null,
        },
        mention_ids: merge.mentions.flatMap((mention) => {
          const ids = mentionIds.get(mentionKey({ ...mention, personId })) ?? [];
          // The last one may be named by a later merge as well.
          return (ids.length > 1 ? ids.shift() : ids[0]) ?? [];
        }),
        card_ids: merge.cardIds.map((cardId) => idOf('card', cardId)),
        media_ids: merge.mediaIds.flatMap((mediaId) => mediaIds.get(mediaId) ?? []),
        added_media_ids: merge.addedMediaIds.flatMap((mediaId) => mediaIds.get(mediaId) ?? []),
        relatives: merge.relatives.map(({ personId: relativeId, kind, isAdded }) => ({
          ...{ relativeId: idOf('person', relativeId), kind, isAdded },
        })),
        decisions: merge.decisions.map(({ cardId, ...decision }) => ({
          cardId: idOf('card', cardId),
          ...decision,
        })),
        kept_id: merge.keptId ? idOf('person', merge.keptId) : null,
        added_aliases: merge.addedAliases ?? [],
        added_facts: merge.addedFacts ?? [],
        was_found: merge.wasFound ?? false,
      },
    };
  }
  for (const [
    at,
    { id, text, status, askedBy, createdAt, position, declined, ...asked },
  ] of book.questions.entries()) {
    yield {
      kind: 'question_request',
      data: {
        ...{ id: idOf('question_request', id), subject_id, text, status, position: position ?? at },
        ...{ tries: 0, declined: declined ?? false, asked_by_name: askedBy, created_at: past(createdAt) },
        media_id: asked.mediaId ? (mediaIds.get(asked.mediaId) ?? null) : null,
        conversation_id: asked.conversationId ? idOf('conversation', asked.conversationId) : null,
        answer_message_id: asked.answerId ? idOf('message', asked.answerId) : null,
      },
    };
  }
}

type MentionAt = { personId: string | undefined; messageId: string; start: number; end: number };

function mentionKey({ personId, messageId, start, end }: MentionAt): string {
  return `${personId} ${start} ${end} ${messageId}`;
}

/** The settings of the book; those of a new one where the file is older than they are in it. */
function settingsOf({ subject: { settings } }: ExportedBook) {
  const { hoursFrom = '09:00', hoursUntil = '18:00', callTimes = [], ...others } = settings ?? {};
  const hours = { hoursFrom: minuteOf(hoursFrom), hoursUntil: minuteOf(hoursUntil) };
  return {
    ...{ voice: null, patienceMs: 2_500, maxMinutes: 30, maxQuestions: 12, scheduledBy: 'PHONE' },
    ...{ viewersReadTranscripts: false, publishesAutomatically: false },
    ...{ viewersSeeLiving: true, viewersSeeLivingDates: false },
    ...{ ...others, ...hours },
    callTimes: callTimes
      .map(({ weekday, time }) => ({ weekday, minute: minuteOf(time) }))
      .filter(({ minute }) => minute >= hours.hoursFrom && minute < hours.hoursUntil),
  };
}

/** Whether the newest entry of this kind in the other ledger agrees. */
function agreedAtLast({ consents }: ExportedBook, kind: 'SHARING' | 'RECORDING'): boolean {
  return consents.findLast((entry) => entry.kind === kind)?.status === 'GRANTED';
}
