import { DeskPage } from '../DeskPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <DeskPage title="Prompts" lead="The writer’s instructions are part of Evertold, the same for everybody.">
      <h2>In force</h2>
      <p>
        The built-in writer needs no instructions: it lays the person’s own words into stories, gives each a
        title, and names the people and places in it. A model, where one is set, is told to do the same.
        Either way every sentence is checked against what was said, and one that rests on nothing is turned
        back.
      </p>
      <p>
        The question bank is built in too: questions by chapter and depth, none asked twice, no heavy one in
        the first two conversations.
      </p>
      <h2>What will be here</h2>
      <p>
        Each writing task with its versions, what changed between them, and a way back; and the questions, to
        be ordered, added and switched off.
      </p>
    </DeskPage>
  );
}
