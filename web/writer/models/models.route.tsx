import { DeskPage } from '../DeskPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <DeskPage title="Models" lead="Models come from the server’s environment.">
      <h2>In force</h2>
      <p>
        Where <code className="mono">MODEL_BASE_URL</code> and <code className="mono">MODEL_NAME</code> are
        set, that model asks and writes: any address that speaks as OpenAI’s does. Its key is{' '}
        <code className="mono">MODEL_KEY_DEFAULT</code>. Without them, the built-in interviewer asks and the
        built-in writer writes, and nothing leaves the machine.
      </p>
      <p>
        Each conversation says who asked, and each story who wrote it. No model sees the words of somebody who
        has not agreed to it.
      </p>
      <h2>What will be here</h2>
      <p>
        Models by name, each with its price and its key’s name, a test of the connection, a default for each
        task, and the order in which one stands in for another.
      </p>
    </DeskPage>
  );
}
