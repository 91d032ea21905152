import { Link } from '#web/app/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** The instructions that conversations currently follow. */
export function InForce({
  models,
  prompts,
}: {
  models: readonly string[];
  prompts: readonly { name: string; liveVersion: object | null }[];
}) {
  const live = prompts.find(({ liveVersion }) => liveVersion)?.name;
  if (!models.length)
    return (
      <Notice kind="warn" title="Instructions steer language models alone, and none is asked now">
        <p>
          The built-in interviewer follows its own rules. Of an agent prompt it takes the first words, which
          it says in somebody’s first conversation. <Link to="/writer/models/">Set up a model</Link> to have
          instructions followed.
        </p>
      </Notice>
    );
  return (
    <Notice title={live ? `“${live}” is followed` : 'The built-in instructions are followed'}>
      <p>
        {models[0]} is asked first. Turns about privacy, distress and goodbyes are never left to a model, and
        the standing rules hold whatever a prompt says. A conversation keeps the version with which it began.
      </p>
    </Notice>
  );
}
