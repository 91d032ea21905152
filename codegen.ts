import type { CodegenConfig } from '@graphql-codegen/cli';

const types: CodegenConfig['config'] = {
  useTypeImports: true,
  enumType: 'string-literal',
  scalars: { ID: 'string', Date: 'string', DateTime: 'string', Edtf: 'string', JSON: 'unknown' },
};

/** Types for each document, written beside it; Apollo's data masking keeps a fragment's fields to its component. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['web/**/*.graphql'],
  ignoreNoDocuments: true,
  importExtension: '.ts',
  generates: {
    'web/': {
      preset: 'near-operation-file',
      presetConfig: { extension: '.graphql.ts', baseTypesPath: '~#web/app/generated/schema-types.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        ...types,
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
      },
    },
    // The enums and inputs that the documents name, which each of them imports.
    'web/app/generated/schema-types.ts': {
      plugins: ['typescript-operations'],
      config: { ...types, generateOperationTypes: false },
    },
  },
};

export default config;
