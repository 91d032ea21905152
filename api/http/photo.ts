import type { IncomingMessage, ServerResponse } from 'node:http';
import { imageAddress } from '#api/accounts/cross-domain/media-address.ts';
import { NoPhoto } from '#api/accounts/profile/errors.ts';
import { photoBytes, setPhoto } from '#api/accounts/profile/service/photo.ts';
import { viewerFrom } from '#api/accounts/session.ts';
import { type Meter, photoCost } from '#api/graphql/limits/meter.ts';
import { spend } from '#api/platform/budgets.ts';
import { PicturesBusy } from '#api/platform/pictures/pictures.ts';
import { isForeign } from './addresses.ts';
import { readBody } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { answer, refuse } from './headers.ts';
import { credentialsOf, type Trace } from './request.ts';
import { type RequestCost, refuseSpentUp, showBudget } from './request-cost.ts';

/** So many pictures are read for one account in an hour: each takes a moment of a whole core. */
const photos = { name: 'photos', points: 30, seconds: 3600 };

type Door = {
  origins: ReadonlySet<string>;
  meter: Meter;
  bodies: BodyMemoryBudget;
  trace: Trace;
  requestCost: RequestCost;
};

/**
 * Stores the picture in the request body as the sender's photo. Pages of other sites can send one only from the
 * configured origins.
 */
export async function takePhoto(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, meter, bodies, trace, requestCost }: Door,
): Promise<void> {
  if (isForeign(request, origins)) {
    return refuse(response, 403, 'FORBIDDEN', 'Requests from other sites are not answered');
  }
  const viewer = await viewerFrom(credentialsOf(request));
  trace.userId = viewer?.userId ?? null;
  if (!viewer) return refuse(response, 401, 'UNAUTHORIZED', 'Sign in first');
  if (viewer.impersonatorId) return refuse(response, 403, 'FORBIDDEN', 'Not authorized');
  const spending = await requestCost.charge(photoCost);
  if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
  if (meter.metered) {
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
    const { image } = await setPhoto(viewer, await readBody(response, { limit: photoBytes, bodies, trace }));
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
