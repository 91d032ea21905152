import { viewerOfAddress } from '#api/accounts/cross-domain/media-address.ts';
import { viewerFrom } from '#api/accounts/session.ts';
import { ports } from '#api/adapters/ports.ts';
import { fileCost, photoCost } from '#api/graphql/limits/meter.ts';
import { serveMedia } from '#api/keepsakes/media.ts';
import { hasScope } from '#api/partners/policy.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { serveSound } from '#api/recordings/serve.ts';
import { webhooks } from '#api/webhooks.ts';
import { viewerOfRequest } from './callers.ts';
import { isAdmin, refuseMethod, serveCsv } from './csv.ts';
import { serveListen } from './listen.ts';
import { takePhoto } from './photo.ts';
import { credentialsOf } from './request.ts';
import type { Call, Route, SignedInCall } from './route.ts';
import { serveUnsubscribe } from './unsubscribe.ts';
import { serveWebhook } from './webhooks.ts';

/** A piece of sound comes every few seconds: it is as cheap as a file that is read. */
const pieceCost = photoCost / 20;

const csvPath = /^\/desk\/(messages|audit-log)\.csv$/;

/** The first route that fits takes a request. */
export const routes: readonly Route[] = [
  {
    name: 'media',
    methods: ['PUT'],
    path: '/media/photo',
    viewerOf: (request) => viewerFrom(credentialsOf(request)),
    may: isThemself,
    cost: photoCost,
    serve: takePhoto,
  },
  {
    name: 'media',
    path: /^\/media\/upload(?:\/.*)?$/s,
    viewerOf: viewerOfRequest,
    may: mayUpload,
    cost: fileCost,
    // Loaded only for members who add keepsakes.
    serve: async (call: SignedInCall) => (await import('./uploads.ts')).serveUpload(call),
  },
  {
    name: 'media',
    methods: ['PUT'],
    path: /^\/media\/recording\/([^/]+)$/,
    viewerOf: viewerOfRequest,
    may: speaks,
    cost: pieceCost,
    // Loaded only when a conversation is recorded.
    serve: async (call: SignedInCall) => (await import('./recording.ts')).takePiece(call),
  },
  {
    name: 'media',
    methods: ['POST'],
    path: /^\/media\/dictation\/([^/]+)$/,
    viewerOf: viewerOfRequest,
    may: speaks,
    cost: pieceCost,
    // Loaded only for speakers whose browser has no dictation.
    serve: async (call: SignedInCall) => (await import('./dictation.ts')).takeDictation(call),
  },
  // Providers aren't charged: however many of their requests come at once, none is turned away.
  ...webhooks.map(
    (webhook): Route => ({
      name: 'hooks',
      path: webhook.path,
      cost: null,
      serve: (call: Call) => serveWebhook(webhook, call),
    }),
  ),
  {
    name: 'media',
    methods: ['GET', 'HEAD'],
    path: /^\/media\/([^/]+)$/,
    viewerOf: async (request, { parts: [id = ''], asked }) =>
      (await viewerOfRequest(request)) ?? viewerOfAddress(id, asked),
    cost: fileCost,
    serve: sendMedia,
  },
  {
    name: 'csv',
    methods: ['GET'],
    path: csvPath,
    viewerOf: viewerOfRequest,
    may: isAdmin,
    cost: fileCost,
    serve: serveCsv,
  },
  { name: 'csv', path: csvPath, cost: null, serve: refuseMethod },
  {
    name: 'unsubscribe',
    methods: ['POST'],
    path: /^\/unsubscribe\/([^/]+)\/([^/]+)\/([^/]+)\/?$/,
    // Mail providers post for many readers from few addresses, so what they do for a reader isn't charged.
    cost: null,
    serve: serveUnsubscribe,
  },
  {
    name: 'listen',
    methods: ['GET', 'HEAD'],
    path: /^\/listen\/([^/]+)\/(story|sound)$/,
    cost: fileCost,
    serve: serveListen,
  },
];

async function sendMedia({ request, response, viewer, asked, parts: [id = ''] }: Call): Promise<void> {
  if (asked.has('signature')) response.setHeader('cross-origin-resource-policy', 'cross-origin');
  if (await serveSound(request, response, { id, viewer, asked })) return;
  const shown = { width: asked.get('width'), isDownload: asked.has('download') };
  await serveMedia(request, response, { id, viewer, ...shown, storage: ports.storage });
}

function isThemself({ impersonatorId }: Viewer): boolean {
  return !impersonatorId;
}

/** Whether the caller may record and dictate, which no key may. */
function speaks({ impersonatorId, key }: Viewer): boolean {
  return !impersonatorId && !key;
}

function mayUpload({ impersonatorId, key }: Viewer): boolean {
  return !impersonatorId && (!key || hasScope(key.scopes, 'keepsakes:write'));
}
