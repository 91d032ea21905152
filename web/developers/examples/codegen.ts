// npm install --save-dev @graphql-codegen/cli @graphql-codegen/client-preset
// npx graphql-codegen --config codegen.ts
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: `${process.env.EVERTOLD_URL}/schema.graphql`,
  documents: 'src/**/*.graphql',
  generates: { 'src/evertold/': { preset: 'client' } },
};

export default config;
