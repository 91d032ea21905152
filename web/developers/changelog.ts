/** A change of what API keys can use, for the people who write programs with them. */
export type SchemaChange = {
  /** The day on which servers began to have it, YYYY-MM-DD. */
  date: string;
  kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** The parts of the schema that changed: `Type`, `Type.field`, `Type.field(argument:)` or `Enum.VALUE`. */
  of: readonly string[];
  words: string;
};

/** Every change since keys were first given out, newest first. `tests/breaking-changes.test.ts` checks it. */
export const changelog: readonly SchemaChange[] = [
  {
    date: '2026-12-01',
    kind: 'changed',
    of: ['Mutation.undoMergePeople'],
    words:
      'Undoing a merge also takes back the relation, the life dates and whether somebody is living, where they came from the other person. With `otherId`, which is `Person.mergedId`, nothing is changed when somebody else was merged last.',
  },
  {
    date: '2026-12-01',
    kind: 'changed',
    of: ['Mutation.mergePeople'],
    words:
      'Two people whose facts contradict each other, such as a date of death and “living”, are refused as InvalidInput. Correct one of them first.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Webhook.eventsAfter'],
    words:
      'A key with subjects:read also fetches consent.changed, member.changed and export.ready. Events that were not sent before a webhook was switched off have a number and can be fetched, too.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Subject.conversations'],
    words:
      'Calls that nobody took stand among the others, by when they ended. Before, all of them came first, as they have no start.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Subject.findStories'],
    words:
      'Stories that the family wrote by hand are also found when they answer a question in other words. They come after those that contain all words of the search.',
  },
  {
    date: '2026-11-30',
    kind: 'added',
    of: ['StoryMatch.inOtherWords'],
    words: 'Says which stories answer a search without containing all of its words.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Subject.people', 'Subject.person', 'Person.relatives', 'Card.people', 'Keepsake.people'],
    words:
      'Owners can choose that readers see living people only in the stories’ own words. These fields then leave them out for readers, and for the keys of readers.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Chapter.cards'],
    words:
      'Those who write a book can move a story within its chapter. The stories come in this order; where nobody moved one, its date decides as before.',
  },
  {
    date: '2026-11-30',
    kind: 'added',
    of: ['Card.movedByHand'],
    words: 'Says which stories somebody moved within their chapter.',
  },
  {
    date: '2026-11-30',
    kind: 'changed',
    of: ['Mutation.addKeepsake'],
    words: 'Photos of iPhones (HEIC) are taken like other photos.',
  },
  {
    date: '2026-11-30',
    kind: 'added',
    of: ['Message.kept'],
    words:
      'The words on which a story rests are kept from those whom the audience of the story leaves out, and so are their sound and the answer to them: `text` is null, and `kept` says so. Of a conversation with such words, title and summary are null too.',
  },
  {
    date: '2026-11-28',
    kind: 'added',
    of: ['ConsentWording.language', 'Query.consentWordings(language:)'],
    words: 'The words that somebody agrees to have a language, and can be asked for in it.',
  },
  {
    date: '2026-11-28',
    kind: 'changed',
    of: ['MessageFilter.phone'],
    words: 'Messages are also found by a phone number as one writes it, such as (555) 010-1234.',
  },
  {
    date: '2026-11-28',
    kind: 'added',
    of: ['Subject.findStories', 'StoryMatch'],
    words:
      'A search finds the stories that contain its words. `askBook` now also finds answers in other words than the question’s, and sentences with the words of a search.',
  },
  {
    date: '2026-11-28',
    kind: 'added',
    of: ['SaveKeepsakeInput.afterParagraph', 'Keepsake.afterParagraph', 'Media.afterParagraph'],
    words:
      'A picture has a place in its story: the paragraph after which it is shown. Where none is given, it is shown at the usual place.',
  },
  {
    date: '2026-11-28',
    kind: 'changed',
    of: ['Ability.READ', 'Ability.DOWNLOAD'],
    words:
      'The abilities at a subject also say whether one may read its stories, and download its files. A reader may be limited to reading: then ASK is missing.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: ['Chapter.hidden'],
    words:
      'Those who write a book can rename, reorder and hide its chapters. A hidden chapter and its stories are only answered to keys of those who write the book. A chapter’s key stays the same.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: ['Sentence.quoted', 'SavedSentence.quoted'],
    words: 'A paragraph of a story can be a quotation. Saving without `quoted` leaves it as it is.',
  },
  {
    date: '2026-11-27',
    kind: 'changed',
    of: [
      ...['Mutation.saveCard', 'Mutation.setCardStatus', 'Mutation.savePerson', 'Mutation.mergePeople'],
      ...['Subscription.messageAdded', 'Subscription.messageChanged', 'Subscription.conversationChanged'],
    ],
    words:
      'A mutation or subscription that asks for more than the key may read is no longer refused: like a query, it answers null, an empty list or an empty connection in that place. Fields that are never null for a key with their scope are null without it, and nothing around them is lost.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: [
      ...['Person.relatives', 'Relative', 'RelativeKind', 'Mutation.saveRelative', 'SaveRelativeInput'],
      ...[
        'Subject.placesOffList',
        'SavePlaceInput.listed',
        'SaveRelativeResult',
        'Mutation.removeRelative',
        'RemoveRelativeResult',
      ],
    ],
    words:
      'People have parents, children, partners and siblings in the stories; a key with people:write relates them. It also takes places off their list.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: [
      ...['Subject.placesInStories', 'Subject.placeCandidates', 'Mutation.savePlace', 'StoryPlace'],
      ...['PlacePosition', 'PlaceCandidate', 'PlaceStanding', 'SavePlaceInput', 'SavePlaceResult'],
    ],
    words: 'The places of the stories have positions on a map; a key with people:write corrects them.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: [
      ...['Person.born', 'Person.bornText', 'Person.died', 'Person.diedText', 'Person.keepsakes'],
      ...['Subject.person', 'SavePersonInput.born', 'SavePersonInput.died'],
    ],
    words: 'People have dates of birth and death and the keepsakes that show them, and are read one by one.',
  },
  {
    date: '2026-11-27',
    kind: 'changed',
    of: ['Channel.RECORDING'],
    words:
      'A conversation can come from an old recording of the family. Its channel is RECORDING: a program that lists the channels needs to know a fourth one.',
  },
  {
    date: '2026-11-27',
    kind: 'added',
    of: ['Mutation.decideProposal(only:)', 'SeenSentence'],
    words: 'A proposal can be decided on sentence by sentence.',
  },
  {
    date: '2026-11-26',
    kind: 'added',
    of: ['SaveCardInput.sentences', 'SavedSentence', 'Sentence.edited'],
    words:
      'A story is saved with the sources that each of its sentences rests on. Without them it is saved as before.',
  },
  {
    date: '2026-11-25',
    kind: 'changed',
    of: ['RestoreKeepsakeResult'],
    words:
      'restoreKeepsake can answer WrongState, which implements UserError: a program that reads UserError needs no change.',
  },
];
