import { PieceOutOfOrder } from '#api/recordings/errors.ts';
import { mostBytesOfPiece, receivePiece } from '#api/recordings/receiving.ts';
import { answer, refuseBecause } from './headers.ts';
import type { SignedInCall } from './route.ts';

/** Takes a piece of what a browser records, and tells which one is next. */
export async function takePiece(call: SignedInCall): Promise<void> {
  const { response, viewer, asked } = call;
  const [conversationId = ''] = call.parts;
  const content = await call.readBody(mostBytesOfPiece);
  const place = { conversationId, takeId: asked.get('take') ?? '', number: Number(asked.get('piece') ?? -1) };
  response.setHeader('cache-control', 'no-store');
  try {
    answer(response, 200, { next: await receivePiece(viewer, place, content) });
  } catch (error) {
    // A browser that sent too much, or lost an answer, goes on from there.
    if (error instanceof PieceOutOfOrder) return answer(response, 409, { next: error.next });
    refuseBecause(response, error);
  }
}
