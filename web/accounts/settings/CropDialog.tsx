import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import styles from './CropDialog.module.css';

/** Larger than the stored picture, but much smaller than a phone's original. */
const sideSent = 1024;

/** Crops a picture: moved by dragging or arrow keys, zoomed by a slider. */
export function CropDialog({
  picture,
  onCut,
  onUnreadable,
  onClose,
}: {
  picture: File;
  onCut: (cut: Blob) => void;
  /** This browser can't decode the picture; the server may be able to. */
  onUnreadable: () => void;
  onClose: () => void;
}) {
  const [url, setUrl] = useState('');
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const nearer = useId();

  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);

  async function cut() {
    const made = area && (await cutOut(url, area));
    if (made) onCut(made);
    else onUnreadable();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Which part of it?"
      lead="Move the picture, or use the arrow keys."
      actions={
        <>
          <Button onClick={() => void cut()}>Use this part</Button>
          <DialogClose className="btn btn-quiet">Leave it</DialogClose>
        </>
      }
    >
      <div className={styles.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            keyboardStep={8}
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ role: 'group', 'aria-label': 'The part that is shown; the arrow keys move it' }}
            mediaProps={{ alt: '', onError: onUnreadable }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_part, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className={styles.nearer} htmlFor={nearer}>
        Nearer
        <input
          id={nearer}
          type="range"
          min={1}
          max={3}
          step={0.1}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </Dialog>
  );
}

/** The cropped part as a picture, or null when this browser can't create one. */
async function cutOut(url: string, { x, y, width, height }: Area): Promise<Blob | null> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = Math.min(sideSent, Math.round(width));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}
