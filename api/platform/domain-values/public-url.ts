let address = 'http://localhost:3000';

/** The public address of this server for links in mail and texts, without a trailing slash. */
export function publicUrl(): string {
  return address;
}

/** Set once at the start, when the configuration is read or the port is known. */
export function openPublicUrl(url: string) {
  address = url.replace(/\/+$/, '');
}
