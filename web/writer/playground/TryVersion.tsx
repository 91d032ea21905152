import { lazy, Suspense, useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import styles from '../versions/versions.module.css';
import type { WriterPlaygroundQuery } from './playground.graphql.ts';

const Phone = lazy(() => import('#web/calls/TryCall.tsx').then(({ TryCall }) => ({ default: TryCall })));

/** A call in the browser with a version of an agent prompt, in the admin's own book. */
export function TryVersion({
  subjects,
  agentPrompts,
}: Pick<WriterPlaygroundQuery, 'subjects' | 'agentPrompts'>) {
  const own = subjects.edges.map(({ node }) => node).find(({ isSelf }) => isSelf);
  const [versionId, setVersionId] = useState('');
  const [trying, setTrying] = useState(false);
  return (
    <div className={`leaf ${styles.part}`}>
      <h2>Try a call</h2>
      {!own && (
        <p className="quiet">
          A call needs a book to be about. <Link to="/dashboard/tell-my-own-story/">Start your own</Link>, and
          the interviewer can call you here.
        </p>
      )}
      {own?.status === 'MEMORIAL' && <p className="quiet">Your own book is a memorial: it takes no calls.</p>}
      {own?.whyNoTestCall && <p className="quiet">{own.whyNoTestCall}.</p>}
      {own && !own.whyNoTestCall && own.status !== 'MEMORIAL' && (
        <>
          <SelectField
            label="Version of the interviewer"
            value={versionId}
            disabled={trying}
            onChange={({ target }) => setVersionId(target.value)}
            hint="You are called about your own book, and the call is kept there. A model is asked only if you agreed to writing in that book; otherwise the built-in interviewer answers."
          >
            <option value="">The one in force</option>
            {agentPrompts.flatMap(({ name, versions }) =>
              versions
                .filter(({ language }) => language === own.language)
                .map(({ id, number, status }) => (
                  <option key={id} value={id}>
                    {`${name}, version ${number}${status === 'LIVE' ? ' (live)' : ''}`}
                  </option>
                )),
            )}
          </SelectField>
          {trying ? (
            <Suspense fallback={<p className="quiet">One moment…</p>}>
              <Phone
                subjectId={own.id}
                name={null}
                versionId={versionId || null}
                onDone={() => setTrying(false)}
              />
            </Suspense>
          ) : (
            <div className="row">
              <Button look="quiet" onClick={() => setTrying(true)}>
                Try a call
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
