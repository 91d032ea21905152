import { DeskPage } from '../DeskPage.tsx';
import { InForce } from './InForce.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <DeskPage
      title="Agent prompts"
      lead="The interviewer’s instructions are part of Evertold, the same for everybody."
    >
      <InForce />
      <h2>What will be here</h2>
      <p>
        The interviewer’s persona, rules, first words and voice, in versions: read beside each other, tried in
        the playground, made live and taken back.
      </p>
    </DeskPage>
  );
}
