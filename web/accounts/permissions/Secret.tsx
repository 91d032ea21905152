import Copy from 'lucide-react/icons/copy';
import KeyRound from 'lucide-react/icons/key-round';
import type { RefObject } from 'react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './permissions.module.css';

/** A key or secret that is shown only once, with a button to copy it. */
export function Secret({
  what,
  secret,
  copyRef,
}: {
  what: 'key' | 'secret';
  secret: string;
  copyRef: RefObject<HTMLButtonElement | null>;
}) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      await notify('success', 'Copied');
    } catch {
      await notify('error', 'It could not be copied', { body: `Select the ${what} and copy it yourself.` });
    }
  }
  return (
    <div className={`notice notice-ok ${styles.lead}`} role="status">
      <Icon of={KeyRound} />
      <div>
        <b>Copy this {what} now. It is shown only this once.</b>
        <div className={styles.secret}>
          <code>{secret}</code>
          <Button look="quiet" small ref={copyRef} onClick={() => void copy()}>
            <Icon of={Copy} /> Copy
          </Button>
        </div>
      </div>
    </div>
  );
}

/**
 * Scrolls to an element that a closing dialog has focused: the dialog doesn't scroll, and the page's bars could cover
 * it.
 */
export function bringIntoView(element: HTMLElement) {
  requestAnimationFrame(() => element.scrollIntoView({ block: 'center' }));
}
