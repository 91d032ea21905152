import { useState } from 'react';
import { downloadOf } from './download.ts';
import styles from './recording.module.css';

/** Whether a file is a sound or a film, which is played in place. */
export function isRecording({ contentType }: { contentType: string }): boolean {
  return contentType.startsWith('audio/') || contentType.startsWith('video/');
}

/** The part of a file that this browser can't play: all of it, or only the picture of a film. */
type Lack = 'ALL' | 'PICTURE';

/** Plays a recording or a film in place, or says that this browser can't. */
export function Recording({
  media: { url, contentType },
  name,
  mayDownload,
}: {
  media: { url: string; contentType: string };
  name: string;
  mayDownload: boolean;
}) {
  const [lack, setLack] = useState<Lack | null>(null);
  const isFilm = contentType.startsWith('video/');
  const shared = {
    controls: true,
    controlsList: mayDownload ? undefined : 'nodownload',
    src: url,
    'aria-label': name,
    onError: ({ currentTarget: { error } }: { currentTarget: HTMLMediaElement }) =>
      isUnplayable(error) && setLack('ALL'),
  };
  // There is no transcript to offer as captions.
  // biome-ignore-start lint/a11y/useMediaCaption: a family's own recordings come without captions
  return (
    <>
      {lack !== 'ALL' &&
        (isFilm ? (
          <video
            {...shared}
            className={styles.film}
            preload="metadata"
            playsInline
            // Browsers play the sound alone of a film whose picture they can't read.
            onLoadedMetadata={({ currentTarget: { videoWidth } }) => videoWidth === 0 && setLack('PICTURE')}
          />
        ) : (
          <audio {...shared} className={styles.player} preload="none" />
        ))}
      {lack && (
        <p className={styles.unplayable} role="status">
          {lack === 'PICTURE'
            ? 'This browser can’t show the picture of this film.'
            : `This browser can’t play this ${isFilm ? 'film' : 'recording'}.`}{' '}
          {mayDownload ? (
            <>
              Try another browser, or{' '}
              <a href={downloadOf(url)} aria-label={`download it: ${name}`} download>
                download it
              </a>{' '}
              and open it on your device.
            </>
          ) : (
            'Try another browser, or another device.'
          )}
        </p>
      )}
    </>
  );
  // biome-ignore-end lint/a11y/useMediaCaption: a family's own recordings come without captions
}

/** Whether the browser can't play the file; a lost connection is no such error. */
function isUnplayable(error: MediaError | null): boolean {
  return (
    error?.code === MediaError.MEDIA_ERR_DECODE || error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
  );
}
