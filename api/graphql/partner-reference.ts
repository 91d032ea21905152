import { type FieldDefinitionNode, type InputValueDefinitionNode, Kind, parse, print } from 'graphql';

/** The TypeScript types of the reference, for the file that the web app reads. */
export const referenceTypes = `/** A named part of the schema; \`type\` is SDL, such as [Card!]!. Texts are empty where there are none. */
export type ReferencePart = { name: string; type: string; about: string; deprecated: string };

export type ReferenceField = ReferencePart & { scope: string; args: ReferencePart[] };

/** A type; \`names\` are its interfaces or the members of a union. */
export type ReferenceType = {
  name: string;
  kind: 'object' | 'interface' | 'union' | 'enum' | 'input' | 'scalar';
  about: string;
  names: string[];
  fields: ReferenceField[];
  values: Omit<ReferencePart, 'type'>[];
};
`;

const kinds = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar',
} as const;

/** The types of an SDL document with `@scope`, in its order, as `referenceTypes` describes them. */
export function referenceOf(sdl: string): object[] {
  return parse(sdl).definitions.flatMap((definition) => {
    if (!(definition.kind in kinds) || !('name' in definition) || !definition.name) return [];
    const kind = kinds[definition.kind as keyof typeof kinds];
    const named =
      'interfaces' in definition ? definition.interfaces : 'types' in definition ? definition.types : [];
    const fields = 'fields' in definition ? (definition.fields ?? []) : [];
    const values = 'values' in definition ? (definition.values ?? []) : [];
    return {
      name: definition.name.value,
      kind,
      about: ('description' in definition && definition.description?.value) || '',
      names: (named ?? []).flatMap((each) => ('name' in each ? each.name.value : [])),
      fields: fields.map((field) => fieldOf(field as FieldDefinitionNode | InputValueDefinitionNode)),
      values: values.map((value) => ({
        name: value.name.value,
        about: value.description?.value ?? '',
        deprecated: argumentOf(value, 'deprecated', 'reason'),
      })),
    };
  });
}

function fieldOf(field: FieldDefinitionNode | InputValueDefinitionNode) {
  const args = field.kind === Kind.FIELD_DEFINITION ? (field.arguments ?? []) : [];
  return { ...partOf(field), scope: argumentOf(field, 'scope', 'name'), args: args.map(partOf) };
}

function partOf(part: FieldDefinitionNode | InputValueDefinitionNode) {
  return {
    name: part.name.value,
    type: print(part.type),
    about: part.description?.value ?? '',
    deprecated: argumentOf(part, 'deprecated', 'reason'),
  };
}

/** The text of a directive's argument; empty without it. */
function argumentOf(
  { directives }: Pick<FieldDefinitionNode, 'directives'>,
  directive: string,
  argument: string,
): string {
  const found = directives?.find(({ name }) => name.value === directive);
  const value = found?.arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === Kind.STRING ? value.value : '';
}
