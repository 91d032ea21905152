import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { type Provider, providersOn } from '../providers.ts';
import { type Refusal, refused } from '../refusals.ts';
import { SettingsDocument, type SettingsPartsFragment } from '../settings.graphql.ts';

type Way = SettingsPartsFragment['signInWays'][number];

/** The provider accounts linked for sign-in, and those that can be linked. */
export function LinkedAccounts({ ways }: { ways: readonly Way[] }) {
  const providers = useProviders();
  const linked = ways.filter(({ providerId }) => providerId !== 'credential');
  const nameOf = (id: string) => providers.find((each) => each.id === id)?.name ?? id;
  const open = providers.filter(({ id }) => !linked.some(({ providerId }) => providerId === id));
  return (
    <>
      {linked.map((way) => (
        <li key={way.id}>
          <div>
            <b>{nameOf(way.providerId)}</b>
            <p className="note">{way.email ?? 'You can sign in with it.'}</p>
          </div>
          <Unlink way={way} name={nameOf(way.providerId)} isLast={ways.length === 1} />
        </li>
      ))}
      {open.map((provider) => (
        <li key={provider.id}>
          <div>
            <b>{provider.name}</b>
            <p className="note">Not linked.</p>
          </div>
          <Link provider={provider} />
        </li>
      ))}
    </>
  );
}

function Link({ provider: { id, name } }: { provider: Provider }) {
  const [busy, setBusy] = useState(false);
  async function link() {
    setBusy(true);
    const back = '/settings/';
    const refusal = await refused(() =>
      authClient.linkSocial({ provider: id, callbackURL: back, errorCallbackURL: back }),
    );
    if (!refusal) return;
    setBusy(false);
    void notifyRefusal(refusal);
  }
  return (
    <Button look="quiet" small busy={busy} aria-label={`Link ${name}`} onClick={link}>
      Link
    </Button>
  );
}

function Unlink({ way, name, isLast }: { way: Way; name: string; isLast: boolean }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const apollo = useApolloClient();

  async function unlink() {
    setBusy(true);
    const { providerId, accountId } = way;
    const refusal = await refused(() =>
      authClient.$fetch('/unlink-account', { method: 'POST', body: { providerId, accountId } }),
    );
    setBusy(false);
    setOpen(false);
    if (refusal) return notifyRefusal(refusal);
    await apollo.refetchQueries({ include: [SettingsDocument] });
    return notify('success', `${name} is no longer linked`);
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" small aria-label={`Unlink ${name}`}>
          Unlink
        </Button>
      }
      title={isLast ? `${name} is your only way in` : `Unlink ${name}?`}
      lead={
        isLast
          ? 'Choose a password or link another account first: without a way in you would lose your books.'
          : `You can’t sign in with ${name} any more, until you link it again.`
      }
      actions={
        isLast ? (
          <AlertDialogClose className="btn">Leave it linked</AlertDialogClose>
        ) : (
          <>
            <AlertDialogClose className="btn">Leave it linked</AlertDialogClose>
            <Button look="danger" busy={busy} onClick={() => void unlink()}>
              Unlink
            </Button>
          </>
        )
      }
    />
  );
}

function notifyRefusal({ title, body }: Refusal) {
  return notify('error', title, body ? { body } : {});
}

/** The enabled providers; empty until they are known. */
function useProviders(): readonly Provider[] {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    let unmounted = false;
    void providersOn().then((found) => unmounted || setProviders(found));
    return () => {
      unmounted = true;
    };
  }, []);
  return providers;
}
