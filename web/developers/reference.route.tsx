import type { ReactNode } from 'react';
import { apiUrl } from '#web/app/addresses.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import {
  type ReferenceField,
  type ReferencePart,
  type ReferenceType,
  reference,
} from '#web/app/generated/reference.ts';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Contents } from './Contents.tsx';
import styles from './developers.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const roots = ['Query', 'Mutation', 'Subscription'];
const groups: { id: string; title: string; has: (type: ReferenceType) => boolean }[] = [
  { id: 'operations', title: 'Operations', has: ({ name }) => roots.includes(name) },
  {
    id: 'types',
    title: 'Types',
    has: ({ name, kind }) => !roots.includes(name) && (kind === 'object' || kind === 'interface'),
  },
  { id: 'results', title: 'Results of mutations', has: ({ kind }) => kind === 'union' },
  { id: 'inputs', title: 'Inputs', has: ({ kind }) => kind === 'input' },
  { id: 'values', title: 'Enums and scalars', has: ({ kind }) => kind === 'enum' || kind === 'scalar' },
];
const known = new Set(reference.map(({ name }) => name));

/** Queries come before mutations and subscriptions; every other type stays in the order of the alphabet. */
function inOrder(types: ReferenceType[]): ReferenceType[] {
  return types.toSorted((a, b) => roots.indexOf(a.name) - roots.indexOf(b.name));
}

/** Every type and field that a key can use, from the schema at build. */
export function Component() {
  return (
    <CoverLayout
      title="API reference"
      lead="Every type and field that a key can use, with the scope that it needs."
    >
      <DocumentTitle about="The types and fields of the Evertold GraphQL API that partners’ keys can use, with their scopes.">
        API reference
      </DocumentTitle>
      <div className={styles.page}>
        <p>
          <Link to="/developers/">For developers</Link> says how to use it.{' '}
          <a href={apiUrl('/schema.graphql')}>/schema.graphql</a> has the same as a file. A field without a
          scope is open to every key.
        </p>
        <Contents sections={groups.map(({ id, title }) => [id, title])} />
        {groups.map(({ id, title, has }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {inOrder(reference.filter(has)).map((type) => (
              <Type key={type.name} type={type} />
            ))}
          </section>
        ))}
      </div>
    </CoverLayout>
  );
}

function Type({ type: { name, kind, about, names, fields, values } }: { type: ReferenceType }) {
  return (
    <div className={styles.type}>
      <h3 id={name}>
        <code>{name}</code>
      </h3>
      {about && <p>{about}</p>}
      {names.length > 0 && (
        <p className="note">
          {kind === 'union' ? 'One of ' : 'Implements '}
          {names.map((each, at) => (
            <span key={each}>
              {at > 0 && ', '}
              <Named text={each} />
            </span>
          ))}
        </p>
      )}
      {(fields.length > 0 || values.length > 0) && (
        <dl className={styles.fields}>
          {fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
          {values.map((value) => (
            <div key={value.name}>
              <dt>{value.name}</dt>
              <About of={value} />
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Field({ field }: { field: ReferenceField }) {
  const { name, type, scope, args } = field;
  return (
    <div>
      <dt>
        {name}
        {args.length > 0 && (
          <>
            (
            {args.map((arg, at) => (
              <span key={arg.name}>
                {at > 0 && ', '}
                {arg.name}: <Named text={arg.type} />
              </span>
            ))}
            )
          </>
        )}
        : <Named text={type} /> {scope && <span className={styles.scope}>{scope}</span>}
      </dt>
      <About of={field} />
      {args.map((arg) => (
        <About key={arg.name} of={arg} named />
      ))}
    </div>
  );
}

function About({
  of: { name, about, deprecated },
  named,
}: {
  of: Omit<ReferencePart, 'type'>;
  named?: boolean;
}) {
  if (!about && !deprecated) return null;
  return (
    <dd>
      {named && (
        <>
          <code>{name}</code>:{' '}
        </>
      )}
      {about} {deprecated && <span className={styles.old}>Deprecated: {deprecated}</span>}
    </dd>
  );
}

/** A type in SDL, such as `[Card!]!`, with a link to the type. */
function Named({ text }: { text: string }): ReactNode {
  const [, before = '', name = '', after = ''] = /^(\[*)(\w+)(.*)$/.exec(text) ?? [];
  return (
    <>
      {before}
      {known.has(name) ? <a href={`#${name}`}>{name}</a> : name}
      {after}
    </>
  );
}
