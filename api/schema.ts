import { lexicographicSortSchema } from 'graphql';
import { builder } from './graphql/builder.ts';
import './accounts/schema.ts';
import './graphql/errors.ts';
import './graphql/scalars.ts';
import './keepsakes/schema.ts';

/** The whole schema: every domain's schema file adds its types and entry points. */
export const schema = lexicographicSortSchema(builder.toSchema());
