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
 * Turns every `ID` from a client into a row id, or into an id without a row when it is malformed, before scopes,
 * resolvers and statements see it. Pothos can't replace the scalar itself.
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
