import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's native engine is a download; its WebAssembly build comes with npm and speaks the same protocol.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
    new URL('prisma/schema-engine.mjs', import.meta.url),
  );
}

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_ADMIN_URL ?? process.env.DATABASE_URL ?? 'postgresql://unset' },
});
