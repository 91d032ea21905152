import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { Reader } from 'mmdb-lib';
import { fromApart } from '#api/platform/apart.ts';

type Row = { country_code?: string };

let rows: Promise<Reader<never>> | undefined;

/**
 * The country of an address as ISO 3166 letters, looked up in a bundled file without any network request. Null when
 * unknown, as for a private network. The file takes 8 MB of memory and is read when first needed.
 */
export async function countryOf(address: string): Promise<string | null> {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return null;
  rows ??= readRows();
  const { country_code: code } = ((await rows).get(parsed.toString()) as Row | null) ?? {};
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

async function readRows(): Promise<Reader<never>> {
  const file = fromApart.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new Reader(await readFile(file));
}
