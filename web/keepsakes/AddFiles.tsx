import Camera from 'lucide-react/icons/camera';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { pictureTypes } from '#web/app/picture-types.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './keepsakes.module.css';
import { sendFiles } from './sending.ts';

const acceptedTypes = `${pictureTypes},audio/*,video/mp4,video/quicktime,video/webm,application/pdf`;

/** Buttons that choose files or, on a phone, take a photo. */
export function AddButtons({ subjectId }: { subjectId: string }) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    sendFiles(subjectId, target.files ?? []);
    // Reset, so that the same file can be chosen again.
    target.value = '';
  };
  return (
    <>
      <Button phoneWide onClick={() => files.current?.click()}>
        <Icon of={Plus} /> Add keepsakes
      </Button>
      <Button look="quiet" phoneWide className={styles.camera} onClick={() => camera.current?.click()}>
        <Icon of={Camera} /> Take a photo
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        accept={acceptedTypes}
        onChange={onChange}
      />
      <input
        ref={camera}
        type="file"
        hidden
        aria-label="A photo to add"
        accept="image/jpeg,image/*"
        capture="environment"
        onChange={onChange}
      />
    </>
  );
}

/** Accepts files dropped or pasted anywhere on the page, and shows a message while files are dragged over it. */
export function DropZone({ subjectId }: { subjectId: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      sendFiles(subjectId, event.dataTransfer?.files ?? []);
    };
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]')) return;
      sendFiles(subjectId, clipboardData?.files ?? []);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [subjectId]);
  return (
    <div className={`${styles.drop} ${isOver ? styles.isOver : ''}`}>
      <Icon of={Upload} />
      <p className={styles.byMouse}>
        <b>Drop photos, letters, recordings or films here</b>
      </p>
      <p className="note">
        <span className={styles.byMouse}>You can also paste them. </span>
        Photos up to 25 MB, recordings up to 200 MB, films up to 500 MB, PDFs up to 50 MB. We don’t keep what
        a camera writes into a photo, such as where it was taken.
      </p>
    </div>
  );
}
