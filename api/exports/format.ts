import { z } from 'zod';

/** The version of the format: readers refuse unknown versions. */
export const formatVersion = 1;

/** The maximum size of `evertold.json` that can be brought here: it is read into memory. */
export const mostJsonBytes = 96 * 1024 * 1024;
/** The maximum of all earlier versions of stories together. An export leaves out the oldest beyond it. */
export const mostEarlier = { versions: 20_000, sentences: 30_000, sources: 60_000 } as const;

/** Text of at most this length that a database can store. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must be well-formed Unicode without NUL',
    );

const id = text(64).describe('Unique within this file; refers to nothing outside of it.');
const name = text(500);
const moment = z.iso.datetime().describe('RFC 3339, UTC.');
const edtf = text(40).describe('A partial date in EDTF, e.g. 1952-21 for the spring of 1952.');
const count = z.int().min(0).max(2_147_483_647);
const place = z.int().min(-2_147_483_648).max(2_147_483_647);

export const ExportedAudience = z
  .strictObject({
    opensOn: z.iso.date().nullable().describe('The day from which everyone may read it.'),
    afterDeath: z.boolean().describe('Whether everyone may read it after the person has died.'),
    names: z.array(name).describe('The members who may read it already.'),
  })
  .nullable()
  .describe('Who may read it besides the owners and the person; null: everyone who sees the book.');

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('In the subject’s time zone.');

export const ExportedSettings = z
  .strictObject({
    patienceMs: count.describe('The pause that ends an answer.'),
    voice: name.nullable().optional().describe('Of its calls, as the phone service names it.'),
    maxMinutes: count.describe('Of one conversation.'),
    maxQuestions: count.describe('Of one conversation.'),
    hoursFrom: timeOfDay,
    hoursUntil: timeOfDay,
    scheduledBy: z.enum(['PHONE', 'SMS']),
    callTimes: z
      .array(z.strictObject({ weekday: count.describe('1 Monday to 7 Sunday.'), time: timeOfDay }))
      .describe('The week in which the interviewer calls or texts.'),
    viewersReadTranscripts: z.boolean(),
    viewersSeeLiving: z
      .boolean()
      .optional()
      .describe('Whether viewers see living people outside of the stories’ own words.'),
    viewersSeeLivingDates: z.boolean(),
    publishesAutomatically: z.boolean(),
  })
  .describe('How the book is kept.');

export const ExportedSubject = z.strictObject({
  id,
  fullName: name,
  preferredName: name,
  pronouns: name.nullable(),
  birthDate: edtf.nullable(),
  birthPlace: name.nullable(),
  language: name,
  timeZone: name,
  createdAt: moment,
  cloth: name.optional().describe('The colour of the cover.'),
  photoId: id.nullable().optional().describe('The file that is the portrait.'),
  memorial: z.boolean().optional().describe('True where the person has died and the book is a memorial.'),
  avoidedThemes: z.array(name).optional().describe('What the interviewer doesn’t ask about.'),
  leftOutQuestions: z
    .array(
      z.strictObject({
        key: name.describe('Of a question of the interviewer’s own.'),
        forGood: z.boolean().describe('False: only of the first conversation that begins afterwards.'),
        at: moment,
      }),
    )
    .optional()
    .describe('The interviewer’s own questions that the family left out.'),
  nextQuestions: z
    .array(name)
    .optional()
    .describe('The keys of the interviewer’s own questions that the family put first, in order.'),
  playsVoiceCodes: z.boolean().optional().describe('False where no printed code plays a voice.'),
  settings: ExportedSettings.optional(),
});

export const ExportedMember = z.strictObject({
  name,
  role: name,
  relationship: name.nullable().describe('What they are to the subject.'),
  isSuccessor: z
    .boolean()
    .optional()
    .describe(
      'True for the one who becomes the owner when the account of the last owner is deleted; only in the exports of those who manage the members.',
    ),
});

export const ExportedChapter = z.strictObject({
  id,
  key: name,
  title: name,
  position: count,
  hidden: z.boolean().optional().describe('True where only those who write the book see it.'),
  audience: ExportedAudience.optional(),
});

const ExportedSound = z
  .strictObject({
    file: text(200).describe('The recording in this ZIP.'),
    startMs: count,
    endMs: count,
  })
  .describe('Where these words are in a recording, in milliseconds from its start.');

export const ExportedSentence = z.strictObject({
  paragraph: count,
  text: text(20_000),
  sources: z
    .array(
      z.strictObject({
        messageId: id,
        start: count.describe('In UTF-16 units of the message’s text.'),
        end: count,
        sound: ExportedSound.optional(),
      }),
    )
    .describe('The words that the sentence rests on; none: the family wrote it by hand.'),
  edited: z.boolean().optional().describe('True where the family changed the words of a told sentence.'),
  quoted: z.boolean().optional().describe('True in a paragraph that is a quotation.'),
});

const versionFacts = {
  author: name.nullable().describe('Null where the account was deleted, or no person wrote it.'),
  byMachine: z.boolean().describe('True where the machine wrote it.'),
  note: text(4_000).nullable().describe('What its author says about the change.'),
  conversationId: id.nullable().describe('The conversation that it was written from.'),
  createdAt: moment,
};

export const ExportedVersion = z
  .strictObject({
    number: count.min(1),
    title: text(2_000),
    happened: edtf.nullable(),
    place: name.nullable(),
    ...versionFacts,
    sentences: z.array(ExportedSentence).describe('Without the sentences that rest on private words.'),
  })
  .describe('An earlier version of a story.');

export const ExportedProposal = z
  .strictObject({
    conversationId: id.nullable().describe('The conversation in which it was said.'),
    createdAt: moment,
    sentences: z.array(
      z.strictObject({
        paragraph: count,
        text: text(20_000).describe('Empty where the sentence is to be taken out.'),
        replaces: text(20_000)
          .optional()
          .describe('The sentence of the story that it would replace; none: it would be added.'),
        sources: z.array(z.strictObject({ messageId: id, start: count, end: count })),
      }),
    ),
  })
  .describe('Sentences that the machine proposes to a story which a person has changed.');

export const ExportedCard = z.strictObject({
  id,
  chapterId: id,
  title: text(2_000),
  status: z.enum(['DRAFT', 'PUBLISHED', 'HIDDEN']),
  mark: z.enum(['SAID', 'CONFIRMED', 'INFERRED']),
  happened: edtf.nullable(),
  place: name.nullable(),
  revision: count.min(1),
  personIds: z.array(id),
  decidedPeople: z
    .array(z.strictObject({ personId: id, isIn: z.boolean().describe('False: they are not in it.') }))
    .optional()
    .describe('What the family decided about who is in the story; the machine keeps to it.'),
  playsVoiceCode: z.boolean().optional().describe('False where its printed code plays nothing.'),
  positionInChapter: count
    .optional()
    .describe(
      'The number of stories before it in its chapter, where somebody moved it by hand; none: its date decides.',
    ),
  mediaIds: z.array(id),
  createdAt: moment,
  updatedAt: moment,
  byHand: z
    .boolean()
    .optional()
    .describe('True where the family alone wrote it, and nothing of it rests on what was told.'),
  audience: ExportedAudience.optional(),
  sentences: z.array(ExportedSentence).describe('Without the sentences that rest on private words.'),
  written: z.strictObject(versionFacts).optional().describe('Who wrote it as it is now, and when.'),
  earlier: z.array(ExportedVersion).optional().describe('Its earlier versions, the oldest first.'),
  proposals: z
    .array(ExportedProposal)
    .optional()
    .describe('What nobody has decided on yet, the oldest first; only for those who decide on it.'),
  remarks: z
    .array(
      z.strictObject({
        text: text(4_000),
        author: name.nullable().describe('Null where the account was deleted.'),
        createdAt: moment,
      }),
    )
    .optional()
    .describe('What the family says about the story, the oldest first.'),
  hearts: z.array(name).optional().describe('The names of those who gave it a heart.'),
});

export const ExportedPerson = z.strictObject({
  id,
  name,
  relationship: name.nullable(),
  born: edtf.nullable().optional(),
  died: edtf.nullable().optional(),
  aliases: z.array(name).optional().describe('Other names.'),
  living: z.boolean().nullable().optional().describe('Null when unknown.'),
  found: z.boolean().optional().describe('True where they were found in the words and not entered.'),
});
export const ExportedRelation = z
  .strictObject({
    kind: z.enum(['PARENT', 'PARTNER', 'SIBLING']),
    fromId: id.describe('A person; of PARENT, the parent.'),
    toId: id.describe('A person; of PARENT, the child.'),
  })
  .describe('How two people in the stories are related; one for a pair.');

export const ExportedMerge = z
  .strictObject({
    id: id.describe('Of the person who was merged; other merges may name it.'),
    personId: id.describe('The person whom they are since.'),
    name,
    relationship: name.nullable(),
    aliases: z.array(name),
    living: z.boolean().nullable().describe('Null when unknown.'),
    born: edtf.nullable(),
    died: edtf.nullable(),
    found: z.boolean().describe('True where they were found in the words and not entered.'),
    mentions: z
      .array(z.strictObject({ messageId: id, start: count, end: count }))
      .describe('The words that named them: mentions of the other person in this file.'),
    cardIds: z.array(id).describe('The stories they were in.'),
    mediaIds: z.array(id).describe('The keepsakes that showed them.'),
    addedMediaIds: z.array(id).describe('Those of them that did not show the other person before.'),
    relatives: z
      .array(
        z.strictObject({
          personId: id.describe('A person, or somebody who was merged too.'),
          kind: z.enum(['PARENT', 'CHILD', 'PARTNER', 'SIBLING']).describe('What the relative is to them.'),
          isAdded: z.boolean().describe('Whether the other person had no relation to the relative before.'),
        }),
      )
      .describe('Their relations.'),
    decisions: z
      .array(
        z.strictObject({
          cardId: id,
          isIn: z.boolean(),
          before: z.boolean().nullable().describe('What was decided about the other person; null: nothing.'),
          after: z.boolean().nullable().describe('What holds for the other person since the merge.'),
        }),
      )
      .describe('What the family had decided about who is in a story.'),
    keptId: id.optional().describe('The person who was kept, who may have been merged since.'),
    addedAliases: z.array(name).optional().describe('Other names that the kept person didn’t have before.'),
    addedFacts: z
      .array(z.enum(['relationship', 'living', 'born', 'died']))
      .optional()
      .describe('What of the kept person was not known before.'),
    wasFound: z
      .boolean()
      .optional()
      .describe('Whether the merge alone made the kept person one whom the family entered.'),
    createdAt: moment,
  })
  .describe('Two people who turned out to be one, and what is needed to undo that.');

export const ExportedPlace = z.strictObject({
  id,
  name,
  sameAs: name.nullable().optional().describe('The folded name of the place that it also means.'),
  onMap: z
    .strictObject({
      label: name.nullable(),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .nullable()
    .optional()
    .describe('Where the family said that it lies; null when nobody chose.'),
  offMap: z.boolean().optional().describe('True where the family took it off the map.'),
  offList: z.boolean().optional().describe('True where the family took it off the list of places.'),
  found: z.boolean().optional().describe('True where it was found in the words and not entered.'),
});

export const ExportedQuestion = z.strictObject({
  id,
  text: text(2_000),
  status: z.enum(['QUEUED', 'ASKED', 'ANSWERED', 'SKIPPED']),
  askedBy: name.nullable(),
  createdAt: moment,
  position: place.optional().describe('Lower ones are asked first.'),
  declined: z.boolean().optional().describe('True where the person would rather not answer it.'),
  mediaId: id.optional().describe('The keepsake that it asks about.'),
  conversationId: id.optional().describe('The conversation in which it was last asked, or answered.'),
  answerId: id.optional().describe('The message that answered it.'),
});

export const ExportedMedia = z.strictObject({
  id,
  file: text(200).nullable().describe('Where it is in this ZIP; null where the file itself was not there.'),
  contentType: name,
  bytes: count,
  kind: z.enum(['PHOTO', 'LETTER', 'RECIPE', 'RECORDING', 'VIDEO', 'DOCUMENT', 'OBJECT']),
  title: name.nullable(),
  caption: text(4_000).nullable(),
  happened: edtf.nullable(),
  cardId: id.nullable().describe('The story that it belongs to; null where that is not in this file.'),
  afterParagraph: count
    .nullable()
    .optional()
    .describe('The paragraph of its story after which a picture is shown, 0 for before the first one.'),
  personIds: z.array(id),
  addedBy: name.nullable().describe('The name of the member who added it.'),
  createdAt: moment,
  ofVoice: z
    .boolean()
    .optional()
    .describe('Of a recording: whether its words are, or are becoming, a conversation of the subject’s.'),
  conversationId: id
    .nullable()
    .optional()
    .describe(
      'Of a recording of the subject’s voice: the conversation that its words became; null where they are not in the book, and missing where that is not in this file.',
    ),
  audience: ExportedAudience.optional(),
});

export const ExportedSaidAudience = z
  .strictObject({
    opensOn: z.iso.date().nullable().describe('The day from which they are no longer private.'),
    afterDeath: z.boolean().describe('Whether they are no longer private after the person has died.'),
    names: z.array(name).describe('The members who may read them already.'),
  })
  .describe(
    'The readers of private words, as the person named them. Without it, the person reads them alone.',
  );

export const ExportedMention = z
  .strictObject({
    personId: id.optional(),
    placeId: id.optional(),
    date: edtf.optional(),
    start: count.describe('In UTF-16 units of the message’s text.'),
    end: count,
  })
  .describe('Words that name a person, a place or a date; one of them.');

export const ExportedMessage = z.strictObject({
  id,
  seq: count.min(1),
  role: z.enum(['user', 'assistant']).describe('user: the subject; assistant: the interviewer.'),
  private: z.boolean(),
  text: text(20_000)
    .nullable()
    .describe('As it is read now; null where it is private and not the exporter’s own.'),
  firstText: text(20_000).nullable().describe('As first stored, where it was corrected later.'),
  createdAt: moment,
  deletedAt: moment.optional().describe('When the person asked to delete it; it is erased 30 days later.'),
  saidAudience: ExportedSaidAudience.optional(),
  questionKey: name.optional().describe('Of the interviewer: the question of the bank that it asks.'),
  mentions: z.array(ExportedMention).optional().describe('Whom and what it names.'),
  namedTheme: z
    .strictObject({
      theme: name,
      alone: z.boolean().describe('Whether only this message put it among the avoided themes.'),
    })
    .optional()
    .describe('What the person asks in it not to be asked about.'),
  privateTheme: name.optional().describe('What the person wants private whenever they speak about it.'),
  sound: ExportedSound.optional(),
});

export const ExportedConversation = z.strictObject({
  id,
  channel: z.enum(['PHONE', 'SMS', 'WEB', 'RECORDING']),
  status: z.enum(['SCHEDULED', 'RINGING', 'IN_PROGRESS', 'COMPLETED', 'MISSED', 'FAILED', 'CANCELLED']),
  title: text(2_000).nullable(),
  summary: text(20_000).nullable(),
  together: z.boolean().optional().describe('True where a member of the family sat at the subject’s side.'),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  recording: z
    .strictObject({
      file: text(200).describe('Where its sound is in this ZIP.'),
      durationSeconds: count,
    })
    .nullable()
    .describe('Null where no sound is kept. Silent where words are private and not the exporter’s own.'),
  messages: z.array(ExportedMessage),
});

export const ExportedConsent = z.strictObject({
  kind: z.enum(['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING']),
  status: z.enum(['GRANTED', 'WITHDRAWN']),
  via: z.enum(['WEB', 'SMS', 'VOICE']),
  wordingVersion: count,
  wording: text(20_000),
  at: moment,
  brought: z
    .boolean()
    .optional()
    .describe('True where it was said at an Evertold before this one, and gave no consent here.'),
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
    merges: z.array(ExportedMerge).optional().describe('The merges of people, in order.'),
    places: z.array(ExportedPlace),
    questions: z.array(ExportedQuestion),
    media: z.array(ExportedMedia),
    consents: z.array(ExportedConsent).describe('The ledger: what was agreed to and taken back, in order.'),
    cards: z.array(ExportedCard),
    earlierLeft: count
      .optional()
      .describe(
        'How many of the oldest earlier versions are not in this file, which has room for the newest ones only.',
      ),
    conversations: z.array(ExportedConversation),
  })
  .describe('Everything that Evertold keeps of one subject, as its exporter may read it.');

export type ExportedBook = z.output<typeof ExportedBook>;

export function exportSchema(): string {
  return JSON.stringify(z.toJSONSchema(ExportedBook), null, 2);
}
