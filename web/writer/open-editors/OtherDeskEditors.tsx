import { useFragment } from '@apollo/client/react';
import { useEffect } from 'react';
import type { DeskTextKind } from '#web/app/generated/schema-types.ts';
import { followLive } from '#web/app/live.ts';
import { OthersEditing } from '#web/app/OthersEditing.tsx';
import { useOpenEditor } from '#web/app/use-open-editor.ts';
import {
  DeskTextEditorsFragmentDoc,
  WriterDeskTextEditorsDocument,
  WriterSetEditingDeskTextDocument,
} from './open-editors.graphql.ts';

/** Says which other admins have the editor of a text open, and tells them while the user edits it too. */
export function OtherDeskEditors({
  kind,
  id,
  what,
  isEditing,
}: {
  kind: DeskTextKind;
  id: string;
  what: string;
  isEditing: boolean;
}) {
  useOpenEditor(WriterSetEditingDeskTextDocument, isEditing ? { text: { kind, id } } : null);
  // The stream's events are stored in the cache.
  useEffect(
    () =>
      followLive({
        document: WriterDeskTextEditorsDocument,
        variables: { text: { kind, id } },
        cursorOf: () => null,
        onEvent: () => undefined,
      }),
    [kind, id],
  );
  const { data, complete } = useFragment({
    fragment: DeskTextEditorsFragmentDoc,
    fragmentName: 'DeskTextEditors',
    from: { __typename: 'DeskText', id },
  });
  const editors = complete ? data.editors.map(({ id: userId, name }) => ({ userId, name })) : [];
  return <OthersEditing editors={editors} what={what} isEditing={isEditing} />;
}
