import Copy from 'lucide-react/icons/copy';
import { Suspense, useRef, useState } from 'react';
import { later } from '#web/app/later.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './InviteDialog.module.css';

const qrCode = later(() => import('#web/ui/QrCode.tsx'));

function LinkQr({ url }: { url: string }) {
  const { QrCode } = qrCode.read();
  return <QrCode className={styles.qr} text={url} label="A square code that opens the invitation" />;
}

/** The link of an invitation, which is shown only once; `words` are put before it in a text. */
export function LinkOnce({
  url,
  email,
  isLetterUnwanted,
  words,
}: {
  url: string;
  email: string;
  /** Whether the person told us that they want no invitations and gifts by email, so that none was sent. */
  isLetterUnwanted: boolean;
  words: string;
}) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      setCopied(false); // the text is selected, so the user can copy it by hand
    }
  }
  return (
    <div className={styles.once}>
      <p>
        {isLetterUnwanted
          ? `We couldn’t send it by email: the person at ${email} doesn’t want invitations and gifts by email. The invitation still works: pass the link on yourself.`
          : email
            ? `It goes by email to ${email}. You can also pass the link on yourself.`
            : 'Pass this link on.'}{' '}
        It is shown only this once.
      </p>
      <TextField ref={field} className={`input ${styles.link}`} label="The link" readOnly value={url} />
      <Suspense fallback={<div className={styles.qr} />}>
        <LinkQr url={url} />
      </Suspense>
      <div className="row">
        <Button look="quiet" onClick={() => void copy()}>
          <Icon of={Copy} /> Copy the link
        </Button>
        {/* iOS and Android both understand a text without a recipient in this form. */}
        <a
          className={`${buttonClass({ look: 'quiet' })} ${styles.text}`}
          href={`sms:?&body=${encodeURIComponent(`${words} ${url}`)}`}
        >
          Send it by text
        </a>
        <span role="status">{copied && 'Copied'}</span>
      </div>
    </div>
  );
}
