/**
 * The project's own folder, with `package.json` and the migrations in it. The built server lies as deep in it as this
 * file does.
 */
export const root = new URL('../../', import.meta.url);
