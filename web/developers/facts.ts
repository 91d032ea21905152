/** The limits that the page states; `tests/api/developers.test.ts` compares this file with the server. */
export const limits = {
  /** Points of one operation, and of one key per minute. */
  operation: 10_000,
  perMinute: 300_000,
  page: 100,
  eventsAtOnce: 100,
};

/** The ids in the data of each event, besides `subjectId`. */
export const eventIds: Record<string, readonly string[]> = {
  'message.created': ['conversationId', 'messageId'],
  'conversation.completed': ['conversationId'],
  'card.published': ['cardId'],
  'keepsake.created': ['keepsakeId'],
  'consent.changed': ['consentEntryId'],
  'member.changed': ['memberId'],
  'export.ready': ['exportId'],
};

/** The scope that a key needs to fetch each event. */
export const eventScopes: Record<string, string> = {
  'message.created': 'messages:read',
  'conversation.completed': 'conversations:read',
  'card.published': 'biography:read',
  'keepsake.created': 'keepsakes:read',
  'consent.changed': 'subjects:read',
  'member.changed': 'subjects:read',
  'export.ready': 'subjects:read',
};

/** The fields that each scope opens to a key, by their names in the schema. */
export const scopeFields: Record<string, string> = {
  'subjects:read': 'subjects and subject: names, dates, call times',
  'biography:read':
    'chapters, cards with their sentences and sources, revisions; the sound of a source; findStories',
  'biography:write': 'saveCard, setCardStatus, confirmCard, restoreRevision, decideProposal',
  'keepsakes:read': 'keepsakes, and their files under /media/ with the same header',
  'keepsakes:write':
    'addKeepsake, saveKeepsake, deleteKeepsake, restoreKeepsake, and the upload of files to /media/upload',
  'people:read': 'people and places in the stories',
  'people:write': 'savePerson, mergePeople, undoMergePeople, savePlace, saveRelative, removeRelative',
  'conversations:read': 'the call log, conversation, conversationChanged',
  'messages:read':
    'what was said: messages, messageAdded, messageChanged, replyProgress, and recordings; askBook',
};
