import { useApolloClient } from '@apollo/client/react';
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { apiUrl } from '#web/app/addresses.ts';
import { apiFetch } from '#web/app/api-fetch.ts';
import { notify } from '#web/app/notify.ts';
import { pictureTypes } from '#web/app/picture-types.ts';
import { forgetSession } from '#web/app/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import styles from '../AccountLayout.module.css';
import { RemovePhotoDocument } from '../settings.graphql.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })));

const mostBytes = 25 * 1024 * 1024;

/** The user's photo: chosen by the button or dropped on it, cropped to a square, or removed. */
export function Photo({ id, name, image }: { id: string; name: string; image: string | null }) {
  const apollo = useApolloClient();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);

  function choose(file: File | undefined) {
    if (!file) return;
    if (file.size > mostBytes)
      return void notify('error', 'The picture is too large', { body: 'Take one of at most 25 MB.' });
    setChosen(file);
  }

  async function send(picture: Blob): Promise<void> {
    setChosen(null);
    setBusy(true);
    const answer = await apiFetch(apiUrl('/media/photo'), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: picture,
    }).catch(() => null);
    setBusy(false);
    if (!answer?.ok) return notify('error', 'The photo was not kept', { body: wordsFor(answer?.status) });
    await renewed();
    return notify('success', 'Your photo is in its place');
  }

  async function remove(): Promise<void> {
    setBusy(true);
    const { data } = await apollo.mutate({ mutation: RemovePhotoDocument }).catch(() => ({ data: null }));
    setBusy(false);
    if (data?.removePhoto.__typename !== 'User') {
      return notify('error', 'Nothing was changed', { body: 'Try again.' });
    }
    await renewed();
    return notify('success', 'Your photo is taken away');
  }

  async function renewed() {
    forgetSession();
    await revalidate();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to do what the button does
    <div className={styles.photo} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Cameo of={id} name={name} photo={image} width={5} />
      <input
        ref={input}
        className="sr"
        type="file"
        accept={pictureTypes}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button look="quiet" busy={busy} onClick={() => input.current?.click()}>
        {image ? 'Change the photo' : 'Add a photo'}
      </Button>
      {image && (
        <Button look="text" busy={busy} onClick={() => void remove()}>
          Take it away
        </Button>
      )}
      {chosen && (
        <Suspense>
          <CropDialog
            picture={chosen}
            onCut={(cut) => void send(cut)}
            onUnreadable={() => void send(chosen)}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function wordsFor(status: number | undefined): string {
  if (status === 415)
    return 'It must be a JPEG, HEIC, PNG, WebP, GIF or AVIF of at most 50 megapixels, and whole.';
  if (status === 413) return 'It is too large. Take one of at most 25 MB.';
  if (status === 429) return 'That was too often. Wait a while, then try again.';
  return 'The connection broke before Evertold answered. The photo you had is kept. Try again.';
}
