import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

/** What Apollo answers is typed as masked, in the form the generated documents have. */
declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
