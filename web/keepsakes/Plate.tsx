import type { Ref } from 'react';
import { Link } from '#web/app/Link.tsx';
import { AudienceDialog } from '#web/biography/audience/AudienceDialog.tsx';
import { AudienceMark } from '#web/biography/audience/AudienceMark.tsx';
import { Button } from '#web/ui/Button.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { untilLoaded } from '#web/ui/until-loaded.ts';
import { Document } from './Document.tsx';
import { downloadOf } from './download.ts';
import { EditKeepsake } from './EditKeepsake.tsx';
import { IntoBook } from './IntoBook.tsx';
import {
  captionOf,
  isPicture,
  type Keepsake,
  type KeepsakesSubject,
  kindWords,
  nameOf,
  pathOfStory,
} from './keepsake.ts';
import styles from './keepsakes.module.css';
import { isRecording, Recording } from './Recording.tsx';

/** A keepsake in the list, with the family's description. */
export function Plate({
  keepsake,
  subject,
  openerRef,
  onOpen,
}: {
  keepsake: Keepsake;
  subject: KeepsakesSubject;
  openerRef: Ref<HTMLButtonElement>;
  onOpen: () => void;
}) {
  const { media, kind, card, people } = keepsake;
  const { width, height } = media;
  const isWide = !isPicture(keepsake) || (width && height && width > height * 1.6);
  const { name, more } = captionOf(keepsake);
  const path = pathOfStory(subject.id, keepsake);
  const mayDownload = subject.abilities.includes('DOWNLOAD');
  const isPaper = kind === 'LETTER' || kind === 'RECIPE';
  return (
    <li className={isWide ? styles.wide : undefined}>
      <figure className={`plate ${isPaper && isPicture(keepsake) ? styles.paper : ''}`}>
        <div>
          {isPicture(keepsake) ? (
            <button
              ref={openerRef}
              type="button"
              className={styles.open}
              aria-haspopup="dialog"
              onClick={onOpen}
            >
              <img
                {...untilLoaded(media)}
                {...pictureSizes(
                  media,
                  isWide ? '(max-width: 720px) 100vw, 33rem' : '(max-width: 720px) 50vw, 20rem',
                )}
                alt={nameOf(keepsake)}
                loading="lazy"
              />
            </button>
          ) : (
            <MediaFile keepsake={keepsake} mayDownload={mayDownload} />
          )}
        </div>
        <figcaption>
          {name && (
            <>
              <b>{name}</b>
              <br />
            </>
          )}
          {more && (
            <>
              {more}
              <br />
            </>
          )}
          {path && card ? (
            <>
              {kindWords[kind]}, belongs to{' '}
              <Link className="told" to={path}>
                {card.title}
              </Link>
            </>
          ) : (
            [kindWords[kind], keepsake.addedBy && `added by ${keepsake.addedBy}`].filter(Boolean).join(', ')
          )}
          {people.length > 0 && (
            <>
              <br />
              With {people.map(({ name }) => name).join(', ')}
            </>
          )}
        </figcaption>
      </figure>
      <div>
        <AudienceMark audience={media.audience} book={subject} />
        <div className={styles.acts}>
          {mayDownload && (
            <a
              className="btn btn-text btn-s"
              href={downloadOf(media.url)}
              aria-label={`Download ${nameOf(keepsake)}`}
              download
            >
              Download
            </a>
          )}
          {subject.abilities.includes('WRITE') && <EditKeepsake keepsake={keepsake} subject={subject} />}
          {subject.abilities.includes('MANAGE_SUBJECT') && (
            <AudienceDialog
              book={subject}
              target={{ keepsakeId: media.id }}
              audience={media.audience}
              trigger={
                <Button look="text" small aria-label={`Who can see this: ${nameOf(keepsake)}`}>
                  Who can see this
                </Button>
              }
            />
          )}
        </div>
        {subject.abilities.includes('WRITE') && kind === 'RECORDING' && (
          <IntoBook keepsake={keepsake} subject={subject} />
        )}
      </div>
    </li>
  );
}

/** Plays the recording or film in place, or shows the document. */
function MediaFile({ keepsake, mayDownload }: { keepsake: Keepsake; mayDownload: boolean }) {
  const { media } = keepsake;
  if (!isRecording(media)) return <Document keepsake={keepsake} />;
  return <Recording media={media} name={nameOf(keepsake)} mayDownload={mayDownload} />;
}
