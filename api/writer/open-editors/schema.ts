import { builder } from '#api/graphql/builder.ts';
import { viewerOf } from '#api/graphql/context.ts';
import { subscription } from '#api/platform/events/subscription.ts';
import { mustBeTeam } from '../policy.ts';
import {
  type DeskText,
  deskTextKinds,
  followDeskEditors,
  readDeskEditors,
  setEditingDeskText,
} from './service.ts';

const DeskTextKindEnum = builder.enumType('DeskTextKind', {
  description: 'What admins edit at the desk.',
  values: deskTextKinds,
});

const DeskTextInput = builder.inputType('DeskTextInput', {
  fields: (t) => ({
    kind: t.field({ type: DeskTextKindEnum, required: true }),
    id: t.string({
      required: true,
      description: 'The id of a prompt, or the key of a question of the bank.',
    }),
  }),
});

const DeskTextRef = builder.objectRef<DeskText>('DeskText').implement({
  description: 'An agent prompt, a prompt of a writing task, or a question of the bank.',
  fields: (t) => ({
    id: t.exposeID('id'),
    editors: t.prismaField({
      type: ['User'],
      description: 'Who has its editor open, the caller included.',
      resolve: (_query, text) => readDeskEditors(text),
    }),
  }),
});

builder.mutationField('setEditingDeskText', (t) =>
  t.field({
    type: DeskTextRef,
    description:
      'Says that the caller has the editor of a text open, for the next 45 seconds, or has closed it. The other admins see it. For admins.',
    args: {
      text: t.arg({ type: DeskTextInput, required: true }),
      isEditing: t.arg.boolean({ required: true }),
    },
    authScopes: { admin: true },
    errors: {},
    resolve: async (_root, { text, isEditing }, ctx) => {
      await setEditingDeskText(viewerOf(ctx), text, isEditing);
      return text;
    },
  }),
);

builder.subscriptionField('deskTextEditors', (t) =>
  t.field({
    type: DeskTextRef,
    description: 'A text as it is now, and whenever an admin opens or closes its editor. For admins.',
    args: { text: t.arg({ type: DeskTextInput, required: true }) },
    authScopes: { admin: true },
    subscribe: (_root, { text }, ctx) => {
      const viewer = viewerOf(ctx);
      mustBeTeam(viewer);
      return subscription<DeskText>(() => (signal, take) => followDeskEditors(viewer, text, signal, take));
    },
    resolve: (text) => text,
  }),
);
