import { Brand } from '#web/ui/Brand.tsx';
import { VoiceLine } from '#web/ui/VoiceLine.tsx';
import { speech } from '#web/ui/voice-line.ts';
import styles from './gift.module.css';
import { recipientWords } from './recipient-words.ts';

/** The front of the gift card, as its recipient sees it. */
export function GiftCardFace({
  recipientName,
  message,
  cloth,
  language,
}: {
  recipientName: string;
  message: string;
  cloth: string;
  language: string;
}) {
  return (
    <div className={`cloth ${styles.face}`} data-cloth={cloth} lang={language}>
      <p className="note">{recipientWords(language).forWhom}</p>
      <p className={styles.name}>{recipientName || '…'}</p>
      <VoiceLine amps={speech(recipientName || 'gift', 14)} width={430} height={47} />
      <p className={`told ${styles.words}`}>{message}</p>
      <p className={`brand ${styles.mark}`}>
        <Brand />
      </p>
    </div>
  );
}
