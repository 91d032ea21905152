import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { Sheet } from '#web/ui/Dialog.tsx';
import { UserDetails } from './UserDetails.tsx';
import { WriterUserDocument } from './user.graphql.ts';

/** One account, beside the list. Its address is its own: it can be sent to another admin, and opens without the list. */
export function UserSheet({
  id,
  name,
  onClose,
  onDeleted,
}: {
  /** Null when no account is open. */
  id: string | null;
  /** Known from the list; read with the account otherwise. */
  name: string | undefined;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const { user: me } = useSession();
  // The account stays in the sheet while the sheet closes.
  const [shownId, setShownId] = useState(id);
  if (id && id !== shownId) setShownId(id);
  const { data } = useQuery(WriterUserDocument, { variables: { id: shownId ?? '' }, skip: !shownId });
  const title = name ?? data?.user?.name ?? 'An account';
  return (
    <Sheet side open={id !== null} onOpenChange={(open) => !open && onClose()} title={title}>
      {shownId && (
        <UserDetails
          key={shownId}
          id={shownId}
          isMe={shownId === me.id}
          onDeleted={() => onDeleted(shownId)}
        />
      )}
    </Sheet>
  );
}
