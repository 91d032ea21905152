import type { Config } from '#api/config.ts';

/** The part of the configuration that the code reads while it runs: secrets, addresses and names. */
export type Settings = Pick<
  Config,
  | 'authSecret'
  | 'publicUrl'
  | 'production'
  | 'adminEmails'
  | 'adminUserIds'
  | 'modelKeys'
  | 'allowPrivateAddresses'
  | 'callFillers'
>;

let current: Settings = {
  authSecret: '',
  publicUrl: 'http://localhost:3000',
  production: false,
  adminEmails: [],
  adminUserIds: [],
  modelKeys: {},
  allowPrivateAddresses: false,
  callFillers: false,
};

/** Set once at the start, when the port of the server is known. */
export function openSettings(chosen: Settings) {
  current = chosen;
}

/** The settings of this server. */
export function settings(): Settings {
  return current;
}
