import { useMutation, useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { LeaveQuestion } from '#web/app/LeaveQuestion.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { unsaved } from '#web/app/unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { ModelCard } from './ModelCard.tsx';
import { ModelForm } from './ModelForm.tsx';
import { type ModelRowFragment, WriterModelsDocument, WriterOrderModelsDocument } from './models.graphql.ts';
import styles from './models.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(WriterModelsDocument, {});
}

/** The language models: their tasks, their order, and whether they respond. */
export function Component() {
  const { models, modelKeys, modelsInForce } = useReadQuery(useLoaderData<typeof loader>()).data;
  const [edited, setEdited] = useState<ModelRowFragment | null>(null);
  const [open, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [orderModels, { loading }] = useMutation(WriterOrderModelsDocument, {
    refetchQueries: [WriterModelsDocument],
    awaitRefetchQueries: true,
  });
  async function move(at: number, by: number) {
    const ids = models.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    if (id) ids.splice(at + by, 0, id);
    const answer = await orderModels({ variables: { ids } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.orderModels) : noAnswer;
    if (why) tell(why);
  }
  function edit(model: ModelRowFragment | null) {
    setEdited(model);
    setOpen(true);
  }
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>Models</DocumentTitle>
      <header className="desk-head">
        <h1>Models</h1>
        <Link to="/writer/models/calls/">Model calls</Link>
        <Button className="row-end" onClick={() => edit(null)}>
          New model
        </Button>
      </header>
      <div className={styles.grid}>
        <InForce inForce={modelsInForce} hasModels={models.length > 0} />
        {models.map((model, at) => (
          <ModelCard
            key={model.id}
            model={model}
            busy={loading}
            onEdit={() => edit(model)}
            onUp={at > 0 ? () => void move(at, -1) : null}
            onDown={at < models.length - 1 ? () => void move(at, 1) : null}
          />
        ))}
      </div>
      <Sheet
        side
        open={open}
        onOpenChange={(next) => (!next && unsaved.now() ? setLeaving(true) : setOpen(next))}
        title={edited ? edited.name : 'New model'}
      >
        {open && (
          <ModelForm
            key={edited?.id ?? 'new'}
            model={edited}
            keys={modelKeys}
            onSaved={() => setOpen(false)}
          />
        )}
        <LeaveQuestion
          open={isLeaving}
          onStay={() => setLeaving(false)}
          onLeave={() => {
            setLeaving(false);
            setOpen(false);
          }}
        />
      </Sheet>
    </main>
  );
}

type InForceProps = {
  inForce: { interview: readonly string[]; write: readonly string[] };
  hasModels: boolean;
};

function InForce({ inForce, hasModels }: InForceProps) {
  const { interview, write } = inForce;
  if (!interview.length && !write.length)
    return (
      <Notice title="No model is asked">
        <p>
          The built-in interviewer asks and the built-in writer writes.{' '}
          {hasModels
            ? 'Under Edit you choose what a model is asked for; until then it answers in the playground alone.'
            : 'Nothing leaves the machine. Make a model here, or set MODEL_BASE_URL, MODEL_NAME and MODEL_KEY_DEFAULT before the first start.'}
        </p>
      </Notice>
    );
  return (
    <Notice title="Asked now">
      <p>
        Conversations: {[...interview, 'the built-in interviewer'].join(', then ')}. Stories:{' '}
        {[...write, 'the built-in writer'].join(', then ')}. No model sees the words of somebody who has not
        agreed to it, nor private ones.
      </p>
    </Notice>
  );
}

export function Loading() {
  return <ListSkeleton title="Models" />;
}
