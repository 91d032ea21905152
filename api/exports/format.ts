import { z } from 'zod';

/** The version of the format: readers refuse unknown versions. */
export const formatVersion = 1;

const id = z.string().describe('Unique within this file; refers to nothing outside of it.');
const moment = z.iso.datetime().describe('RFC 3339, UTC.');
const edtf = z.string().describe('A partial date in EDTF, e.g. 1952-21 for the spring of 1952.');

export const ExportedSubject = z.strictObject({
  id,
  fullName: z.string(),
  preferredName: z.string(),
  pronouns: z.string().nullable(),
  birthDate: edtf.nullable(),
  birthPlace: z.string().nullable(),
  language: z.string(),
  timeZone: z.string(),
  createdAt: moment,
});

export const ExportedMember = z.strictObject({
  name: z.string(),
  role: z.string(),
  relationship: z.string().nullable().describe('What they are to the subject.'),
});

export const ExportedChapter = z.strictObject({ id, key: z.string(), title: z.string(), position: z.int() });

export const ExportedCard = z.strictObject({
  id,
  chapterId: id,
  title: z.string(),
  status: z.enum(['DRAFT', 'PUBLISHED', 'HIDDEN']),
  mark: z.enum(['SAID', 'CONFIRMED', 'INFERRED']),
  happened: edtf.nullable(),
  place: z.string().nullable(),
  revision: z.int(),
  personIds: z.array(id),
  mediaIds: z.array(id),
  createdAt: moment,
  updatedAt: moment,
  sentences: z
    .array(
      z.strictObject({
        paragraph: z.int(),
        text: z.string(),
        sources: z
          .array(
            z.strictObject({
              messageId: id,
              start: z.int().describe('In UTF-16 units of the message’s text.'),
              end: z.int(),
            }),
          )
          .describe('The words that the sentence rests on; none: the family wrote it by hand.'),
        edited: z
          .boolean()
          .optional()
          .describe('True where the family changed the words of a told sentence.'),
        quoted: z.boolean().optional().describe('True in a paragraph that is a quotation.'),
      }),
    )
    .describe('Without the sentences that rest on private words.'),
  remarks: z
    .array(
      z.strictObject({
        text: z.string(),
        author: z.string().nullable().describe('Null where the account was deleted.'),
        createdAt: moment,
      }),
    )
    .optional()
    .describe('What the family says about the story, the oldest first.'),
  hearts: z.array(z.string()).optional().describe('The names of those who gave it a heart.'),
});

export const ExportedPerson = z.strictObject({
  id,
  name: z.string(),
  relationship: z.string().nullable(),
  born: edtf.nullable().optional(),
  died: edtf.nullable().optional(),
});
export const ExportedRelation = z
  .strictObject({
    kind: z.enum(['PARENT', 'PARTNER', 'SIBLING']),
    fromId: id.describe('A person; of PARENT, the parent.'),
    toId: id.describe('A person; of PARENT, the child.'),
  })
  .describe('How two people in the stories are related; one for a pair.');

export const ExportedPlace = z.strictObject({
  id,
  name: z.string(),
  sameAs: z.string().nullable().optional().describe('The folded name of the place that it also means.'),
  onMap: z
    .strictObject({ label: z.string().nullable(), latitude: z.number(), longitude: z.number() })
    .nullable()
    .optional()
    .describe('Where the family said that it lies; null when nobody chose.'),
  offMap: z.boolean().optional().describe('True where the family took it off the map.'),
  offList: z.boolean().optional().describe('True where the family took it off the list of places.'),
});

export const ExportedQuestion = z.strictObject({
  id,
  text: z.string(),
  status: z.string(),
  askedBy: z.string().nullable(),
  createdAt: moment,
});

export const ExportedMedia = z.strictObject({
  id,
  file: z.string().nullable().describe('Where it is in this ZIP; null where the file itself was not there.'),
  contentType: z.string(),
  bytes: z.int(),
  kind: z.string().describe('PHOTO, LETTER, RECIPE, RECORDING, VIDEO, DOCUMENT or OBJECT.'),
  title: z.string().nullable(),
  caption: z.string().nullable(),
  happened: edtf.nullable(),
  cardId: id.nullable(),
  personIds: z.array(id),
  addedBy: z.string().nullable().describe('The name of the member who added it.'),
  createdAt: moment,
});

export const ExportedMessage = z.strictObject({
  id,
  seq: z.int(),
  role: z.enum(['user', 'assistant']).describe('user: the subject; assistant: the interviewer.'),
  private: z.boolean(),
  text: z
    .string()
    .nullable()
    .describe('As it is read now; null where it is private and not the exporter’s own.'),
  firstText: z.string().nullable().describe('As first stored, where it was corrected later.'),
  createdAt: moment,
});

export const ExportedConversation = z.strictObject({
  id,
  channel: z.string(),
  status: z.string(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  recording: z
    .strictObject({
      file: z.string().describe('Where its sound is in this ZIP.'),
      durationSeconds: z.int(),
    })
    .nullable()
    .describe('Null where no sound is kept. Silent where words are private and not the exporter’s own.'),
  messages: z.array(ExportedMessage),
});

export const ExportedConsent = z.strictObject({
  kind: z.string(),
  status: z.enum(['GRANTED', 'WITHDRAWN']),
  via: z.string(),
  wordingVersion: z.int(),
  wording: z.string(),
  at: moment,
});

/** The schema of `evertold.json`; `evertold.schema.json` beside it is generated from this. */
export const ExportedBook = z
  .strictObject({
    format: z.literal('evertold'),
    version: z.literal(formatVersion),
    exportedAt: moment,
    subject: ExportedSubject,
    members: z.array(ExportedMember),
    chapters: z.array(ExportedChapter),
    people: z.array(ExportedPerson),
    relations: z.array(ExportedRelation).optional(),
    places: z.array(ExportedPlace),
    questions: z.array(ExportedQuestion),
    media: z.array(ExportedMedia),
    consents: z.array(ExportedConsent).describe('The ledger: what was agreed to and taken back, in order.'),
    cards: z.array(ExportedCard),
    conversations: z.array(ExportedConversation),
  })
  .describe('Everything that Evertold keeps of one subject, as its exporter may read it.');

export function exportSchema(): string {
  return JSON.stringify(z.toJSONSchema(ExportedBook), null, 2);
}
