let address = 'http://localhost:3000';

/** The address of this Evertold in links that leave the house, without a slash at its end. */
export function publicUrl(): string {
  return address;
}

/** Set once at the start, when the configuration is read or the port is known. */
export function openPublicUrl(url: string) {
  address = url.replace(/\/+$/, '');
}
