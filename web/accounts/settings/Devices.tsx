import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { forgetSession } from '#web/app/session.ts';
import { dayInWords } from '#web/subjects/when.ts';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import styles from '../AccountLayout.module.css';
import { countryInWords } from '../country.ts';
import {
  EndDeviceDocument,
  EndOtherDevicesDocument,
  SecureAccountDocument,
  type SettingsPartsFragment,
} from '../settings.graphql.ts';

type Device = SettingsPartsFragment['devices'][number];

/** The devices on which the user is signed in, with buttons to end those sessions. */
export function Devices({ devices }: { devices: readonly Device[] }) {
  const [endOthers, { loading }] = useMutation(EndOtherDevicesDocument);
  const others = devices.filter(({ current }) => !current);

  async function signOutElsewhere() {
    const { data } = await endOthers().catch(() => ({ data: null }));
    if (data?.endOtherDevices.__typename !== 'User') return failed();
    return notify('success', 'Signed out everywhere else');
  }
  return (
    <>
      <ul className={styles.rows}>
        {devices.map((device) => (
          <li key={device.id}>
            <div>
              {device.current ? (
                <>
                  <b>This one</b>, {device.name}
                  <p className="note">{placeOf(device)}</p>
                </>
              ) : (
                <>
                  <b>{device.name}</b>
                  <p className="note">
                    {placeOf(device)}, last used on {dayInWords(device.lastUsedAt)}
                    {device.nearby && ', from where you are now'}
                  </p>
                </>
              )}
            </div>
            {!device.current && <End device={device} />}
          </li>
        ))}
      </ul>
      <div className="row">
        {others.length > 0 && (
          <Button look="quiet" busy={loading} onClick={() => void signOutElsewhere()}>
            Sign out everywhere else
          </Button>
        )}
        <Secure />
      </div>
    </>
  );
}

/** For users who suspect an intruder: secures the account in one step. */
function Secure() {
  const [secure, { loading }] = useMutation(SecureAccountDocument);
  const [open, setOpen] = useState(false);
  async function secureNow() {
    const { data } = await secure().catch(() => ({ data: null }));
    setOpen(false);
    if (data?.secureAccount.__typename !== 'User') return failed();
    forgetSession();
    return notify('success', 'Your account is secured', { body: 'Choose a new password next.', stays: true });
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button look="quiet">Secure my account</Button>}
      title="Secure your account?"
      lead="We sign out every other device, end all partner keys, and remove a phone or linked account that was added, and code words that you chose, in the last 30 days. Your books stay as they are."
      actions={
        <>
          <Button busy={loading} onClick={() => void secureNow()}>
            Secure my account
          </Button>
          <AlertDialogClose className="btn btn-quiet">Cancel</AlertDialogClose>
        </>
      }
    />
  );
}

function End({ device: { id, name } }: { device: Device }) {
  const [end, { loading }] = useMutation(EndDeviceDocument);
  async function signOut() {
    const { data } = await end({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.endDevice.__typename !== 'User') return failed();
    return notify('success', `${name} is signed out`);
  }
  return (
    <Button look="quiet" small busy={loading} aria-label={`Sign out ${name}`} onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}

function placeOf({ country }: Device): string {
  return country ? countryInWords(country) : 'We can’t tell where';
}

function failed() {
  return notify('error', 'Nothing was changed', { body: 'Try again.' });
}
