/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The API's origin when the web app is served from another origin; empty on the same origin. */
  readonly API_URL: string;
}

/** The package has no types of its own. */
declare module 'subset-font' {
  export default function subset(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      noHinting?: boolean;
      variationAxes?: Record<string, { min: number; max: number; default: number }>;
    },
  ): Promise<Uint8Array>;
}
