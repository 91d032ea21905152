import type { Origin } from '#api/platform/viewer.ts';

/** Where the demo's requests come from: nowhere. */
export const demoOrigin: Origin = { requestId: 'demo', ipAddress: '127.0.0.1', userAgent: 'demo' };
