import { lazy, Suspense, useEffect, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Prose } from '#web/cover/Prose.tsx';
import styles from './sms-opt-in.module.css';
import { smsWording } from './sms-wording.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const OptInForm = lazy(async () => ({ default: (await import('./OptInForm.tsx')).OptInForm }));

/** The wording is readable without JavaScript; the form is added when the script has loaded. */
export function Component() {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return (
    <CoverLayout
      title="Text messages from Evertold"
      lead="We only text you if you agree. This is what you agree to. Conversations by text aren’t set up here yet."
    >
      <DocumentTitle about="What you agree to when Evertold sends you text messages, how to say yes, and how to stop.">
        Text messages
      </DocumentTitle>
      <Prose>
        {scripted ? (
          <Suspense fallback={<Words />}>
            <OptInForm />
          </Suspense>
        ) : (
          <Words />
        )}
        <h2>How to say yes</h2>
        <ul>
          <li>On this page, with the six digits that we text to your phone. You need no account.</li>
          <li>
            Answer YES to the one text that asks you. It comes once, when a family member has entered your
            number, and carries the words above. Without an answer nothing more is sent.
          </li>
          <li>If you have an account, agree on the page where your book is started, with your own hand.</li>
        </ul>
        <p>
          Nobody can agree for you, and no machine calls to ask. When you have agreed, a text confirms it. No
          text comes between 9 pm and 8 am where you are, but for codes you asked for.
        </p>
        <h2>How to stop</h2>
        <p>
          Text STOP to the number that texted you. “Please don’t text me any more” does it too, and so does
          saying it in a conversation. It takes effect at once; one text confirms it. Text START to begin
          again. HELP answers with who we are and how to stop.
        </p>
        <h2>Who gets your number</h2>
        <p>
          Nobody, for marketing. Your number, and that you agreed, are not sold and not shared with third
          parties or affiliates for their own purposes. The <Link to="/privacy">privacy page</Link> says more.
        </p>
      </Prose>
    </CoverLayout>
  );
}

function Words() {
  return (
    <div className={styles.wording}>
      <p>{smsWording}</p>
      <p>
        <Link to="/tos">Terms</Link> and <Link to="/privacy">Privacy</Link>
      </p>
    </div>
  );
}
