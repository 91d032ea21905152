import { useMutation, useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { preload } from '#web/app/preload.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import listStyles from '../lists.module.css';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn, withoutProblem } from '../refusal.ts';
import styles from '../versions/versions.module.css';
import { WriterReplaySetsDocument, WriterSaveReplaySetDocument } from './replay.graphql.ts';
import { kindNames } from './replay-words.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterReplaySetsDocument, {});
}

/** The sets of recorded conversations that versions are compared with. */
export function Component() {
  const { replaySets } = useReadQuery(useLoaderData<typeof loader>()).data;
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Replay sets</DocumentTitle>
      <header className="desk-head">
        <div>
          <p className="quiet">
            <Link to="/writer/playground/">Playground</Link>
          </p>
          <h1>Replay sets</h1>
        </div>
      </header>
      <div className={styles.page}>
        <p className="note">
          A set contains recorded conversations. Replay them with a version and a model, and compare the
          answers with those of the live version.
        </p>
        {replaySets.length === 0 ? (
          <p className="quiet">
            There are no sets yet. Create one, then add conversations to it from the playground.
          </p>
        ) : (
          <section className={`leaf ${listStyles.leaf}`} aria-label="Sets">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Set</th>
                  <th scope="col">For</th>
                  <th scope="col" className="r">
                    Turns
                  </th>
                </tr>
              </thead>
              <tbody>
                {replaySets.map(({ id, name, kind, turnCount }) => (
                  <tr key={id}>
                    <td>
                      <Link to={`/writer/playground/sets/${id}/`}>{name}</Link>
                    </td>
                    <td>{kindNames[kind]}</td>
                    <td className="r num">{turnCount}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <NewSet />
      </div>
    </main>
  );
}

function NewSet() {
  const [save, saving] = useMutation(WriterSaveReplaySetDocument, {
    refetchQueries: [WriterReplaySetsDocument],
    awaitRefetchQueries: true,
  });
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'INTERVIEW' | 'WRITE'>('INTERVIEW');
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  async function submit() {
    const answer = await save({ variables: { input: { name, kind } } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.saveReplaySet) : noAnswer;
    setRefusal(why);
    if (why) return;
    setName('');
    void notify('success', 'The set was created');
  }
  return (
    <form
      className={`leaf ${styles.part}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving.loading) void submit();
      }}
    >
      <h2>A new set</h2>
      {refusal && !refusal.issues?.length && (
        <Notice kind="error" title="The set was not created">
          <p>{refusal.message}</p>
        </Notice>
      )}
      <TextField
        label="Name"
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setRefusal(withoutProblem(refusal, 'name'));
        }}
        maxLength={80}
        autoComplete="off"
        error={problemOf(refusal, 'name')}
      />
      <SelectField
        label="For"
        value={kind}
        onChange={({ target }) => setKind(target.value as typeof kind)}
        hint="The interviewer answers single turns; the writer writes whole conversations."
      >
        <option value="INTERVIEW">The interviewer</option>
        <option value="WRITE">The writer</option>
      </SelectField>
      <div>
        <Button type="submit" busy={saving.loading}>
          Create the set
        </Button>
      </div>
    </form>
  );
}

export function Loading() {
  return <ListSkeleton title="Replay sets" />;
}
