/** The project folder, with `package.json` and the migrations. The built server lies at the same depth as this file. */
export const root = new URL('../../', import.meta.url);
