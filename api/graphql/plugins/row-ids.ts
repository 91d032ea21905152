import SchemaBuilder, {
  BasePlugin,
  createInputValueMapper,
  type InputTypeFieldsMapping,
  mapInputFields,
  type PothosOutputFieldConfig,
  resolveInputTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { rowId } from '#api/platform/domain-values/ids.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      rowIds: RowIdsPlugin<Types>;
    }
  }
}

/**
 * Turns every `ID` that a client sends into a row's id, or into nobody's when it is malformed, before anything
 * else sees it: scopes, resolvers and statements can rely on a well-formed one. Pothos lets nobody replace the
 * scalar itself.
 */
export class RowIdsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  private readonly known = new Map<string, InputTypeFieldsMapping<Types, true>>();

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const ids = mapInputFields(
      field.args,
      this.buildCache,
      ({ type }) => (resolveInputTypeConfig(type, this.buildCache).name === 'ID' ? true : null),
      this.known,
    );
    if (!ids) return field;
    const parseIds = createInputValueMapper(ids, rowId);
    return { ...field, argMappers: [...(field.argMappers ?? []), (args) => parseIds(args)] };
  }
}

SchemaBuilder.registerPlugin('rowIds', RowIdsPlugin);
