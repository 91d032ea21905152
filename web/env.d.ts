/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the API answers when the web app is served from another origin; empty on the same origin. */
  readonly API_URL: string;
}
