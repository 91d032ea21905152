import { builder } from '#api/graphql/builder.ts';
import { mayDictate } from '../service/dictate.ts';
import { ConversationObject } from './conversation.ts';

builder.objectField(ConversationObject, 'mayDictate', (t) =>
  t.boolean({
    description:
      'Whether the caller may post short sounds of what they say to /media/dictation/{id}, which answers with the words: the server has a transcription service, the subject agreed to AI_WRITING in version 2 or later, and the caller speaks in it now.',
    resolve: async (conversation, _args, ctx) => {
      if (!ctx.viewer) return false;
      return mayDictate(ctx.viewer, await ctx.subjectAccess(conversation.subjectId), conversation);
    },
  }),
);
