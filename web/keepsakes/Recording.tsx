import styles from './recording.module.css';

/** Whether a file is a sound or a film, which is played in place. */
export function isRecording({ contentType }: { contentType: string }): boolean {
  return contentType.startsWith('audio/') || contentType.startsWith('video/');
}

/** Plays a recording or a film in place. */
export function Recording({
  media: { url, contentType },
  name,
  mayDownload,
}: {
  media: { url: string; contentType: string };
  name: string;
  mayDownload: boolean;
}) {
  const controlsList = mayDownload ? undefined : 'nodownload';
  // There is no transcript to offer as captions.
  // biome-ignore-start lint/a11y/useMediaCaption: a family's own recordings come without captions
  return contentType.startsWith('audio/') ? (
    <audio
      className={styles.player}
      controls
      controlsList={controlsList}
      preload="none"
      src={url}
      aria-label={name}
    />
  ) : (
    <video
      className={styles.film}
      controls
      controlsList={controlsList}
      preload="metadata"
      playsInline
      src={url}
      aria-label={name}
    />
  );
  // biome-ignore-end lint/a11y/useMediaCaption: a family's own recordings come without captions
}
