import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

/** Types Apollo's results as masked, in the form of the generated documents. */
declare module '@apollo/client' {
  export interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
