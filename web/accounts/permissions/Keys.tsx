import { useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';
import { type KeyRow_ApiKeyFragment as Key, RevokeKeyDocument } from './Keys.graphql.ts';
import { MakeKeyDialog, type PermissionsBook } from './MakeKeyDialog.tsx';
import styles from './permissions.module.css';
import { bringIntoView, Secret } from './Secret.tsx';
import { scopesInWords } from './scope-words.ts';

/** The user's API keys, with buttons to create and revoke them; a new key's secret is shown once. */
export function Keys({ keys: before, books }: { keys: readonly Key[]; books: readonly PermissionsBook[] }) {
  const [made, setMade] = useState<{ key: Key; secret: string }[]>([]);
  const newest = made.at(-1);
  const keys = [
    ...made.map(({ key }) => key).toReversed(),
    ...before.filter(({ id }) => !made.some(({ key }) => key.id === id)),
  ];
  const [revoked, setRevoked] = useState<readonly string[]>([]);
  const makeOne = useRef<HTMLButtonElement>(null);
  const copyNew = useRef<HTMLButtonElement>(null);
  const justMade = useRef(false);
  useEffect(() => {
    // The revoked row is gone, so the focus moves to the button that creates a key.
    if (revoked.length) makeOne.current?.focus();
  }, [revoked]);
  const activeKeys = keys.filter(({ id, revokedAt }) => !revokedAt && !revoked.includes(id));
  return (
    <>
      {newest && !revoked.includes(newest.key.id) && (
        <Secret what="key" secret={newest.secret} copyRef={copyNew} />
      )}
      {activeKeys.length === 0 ? (
        <p className={`quiet ${styles.lead}`}>
          No outside apps have access. A key lets one that you trust, of an archive or a print shop, see what
          you choose, until the day you choose.
        </p>
      ) : (
        <table className={`table ${styles.keys}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">May</th>
              <th scope="col">Last used</th>
              <th scope="col">Until</th>
              <th scope="col">
                <span className="sr">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {activeKeys.map((key) => (
              <KeyRow key={key.id} of={key} onRevoked={() => setRevoked((ids) => [...ids, key.id])} />
            ))}
          </tbody>
        </table>
      )}
      <MakeKeyDialog
        books={books}
        trigger={makeOne}
        onMade={(one) => {
          justMade.current = true;
          setMade((all) => [...all, one]);
        }}
        finalFocus={() => {
          // A key that is shown only once must be noticed.
          const copy = justMade.current ? copyNew.current : null;
          justMade.current = false;
          if (copy) bringIntoView(copy);
          return copy ?? true;
        }}
      />
    </>
  );
}

function KeyRow({ of: key, onRevoked }: { of: Key; onRevoked: () => void }) {
  const [asking, setAsking] = useState(false);
  const [revoke, { loading }] = useMutation(RevokeKeyDocument);
  const over = new Date(key.expiresAt) <= new Date();
  async function end() {
    const { data } = await revoke({ variables: { id: key.id } }).catch(() => ({ data: null }));
    setAsking(false);
    if (data?.revokeApiKey.__typename !== 'ApiKey') {
      return notify('error', 'Nothing was changed', { body: 'Try again.' });
    }
    onRevoked();
    return notify('success', `${key.name} is out`, { body: 'The key opens nothing any more.' });
  }
  return (
    <tr>
      <td>
        <b>{key.name}</b>
        <br />
        {key.subjects ? `${key.subjects.map(bookNameOf).join(', ') || 'No book any more'} only` : 'All books'}
        <br />
        <span className="mono">{key.prefix}…</span>
      </td>
      <td data-label="May">{scopesInWords(key.scopes)}</td>
      <td data-label="Last used">{key.lastUsedAt ? lastUse(key.lastUsedAt) : 'never'}</td>
      <td data-label="Until">
        {day(key.expiresAt)}
        {over && ', over'}
      </td>
      <td>
        <Button look="text" small aria-label={`Revoke ${key.name}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Revoke the key of ${key.name}?`}
          lead="It opens nothing from this moment on, and can’t be brought back. A new key can be made at any time."
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button look="danger" busy={loading} onClick={() => void end()}>
                Revoke it
              </Button>
            </>
          }
        />
      </td>
    </tr>
  );
}

function day(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

function lastUse(at: string): string {
  const today = new Date().toDateString() === new Date(at).toDateString();
  const time = new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).toLowerCase();
  return today ? `today, ${time}` : day(at);
}
