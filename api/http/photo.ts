import { imageAddress } from '#api/accounts/cross-domain/media-address.ts';
import { NoPhoto } from '#api/accounts/profile/errors.ts';
import { photoBytes, setPhoto } from '#api/accounts/profile/service/photo.ts';
import { spend } from '#api/platform/budgets.ts';
import { PicturesBusy } from '#api/platform/pictures/pictures.ts';
import { answer, refuse } from './headers.ts';
import { showBudget } from './request-cost.ts';
import type { SignedInCall } from './route.ts';

/** So many pictures are read for one account in an hour: each takes a moment of a whole core. */
const photos = { name: 'photos', points: 30, seconds: 3600 };

/** Stores the picture in the request body as the sender's photo. */
export async function takePhoto({ response, viewer, isMetered, readBody }: SignedInCall): Promise<void> {
  if (isMetered) {
    const ofPhotos = await spend(photos, viewer.userId);
    if (!ofPhotos.allowed) {
      showBudget(response, ofPhotos);
      return refuse(
        response,
        429,
        'TOO_MANY_REQUESTS',
        `Too many pictures: ${photos.points} an hour are taken`,
      );
    }
  }
  try {
    const { image } = await setPhoto(viewer, await readBody(photoBytes));
    answer(response, 200, { image: imageAddress(image, viewer) });
  } catch (error) {
    if (error instanceof PicturesBusy) {
      response.setHeader('retry-after', '5');
      return refuse(
        response,
        429,
        'TOO_MANY_REQUESTS',
        'Other pictures are being read: try again in a moment',
      );
    }
    if (!(error instanceof NoPhoto)) throw error;
    refuse(response, 415, error.code, error.message);
  }
}
