import { lazy, Suspense, useEffect, useState } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { CoverLayout } from '#web/app/layouts/CoverLayout.tsx';
import { Prose } from '#web/cover/Prose.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Language, optInWords } from './opt-in-words.ts';
import styles from './sms-opt-in.module.css';
import { smsWordings } from './sms-wording.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const OptInForm = lazy(async () => ({ default: (await import('./OptInForm.tsx')).OptInForm }));

/** The wording is readable without JavaScript; the form and the other language are added when the script has loaded. */
export function Component() {
  const [scripted, setScripted] = useState(false);
  const [language, setLanguage] = useState<Language>('en');
  useEffect(() => setScripted(true), []);
  const { title, lead, howToAgree, howToStop, whoGetsIt } = optInWords[language];
  const other = language === 'en' ? 'es' : 'en';
  return (
    <CoverLayout title={title} lead={lead} lang={language}>
      <DocumentTitle about="What you agree to when Evertold sends you text messages, how to say yes, and how to stop.">
        Text messages
      </DocumentTitle>
      <Prose>
        {scripted && (
          <p lang={other}>
            <Button look="text" onClick={() => setLanguage(other)}>
              {optInWords[other].name}
            </Button>
          </p>
        )}
        {scripted ? (
          <Suspense fallback={<Words language={language} />}>
            <OptInForm key={language} language={language} />
          </Suspense>
        ) : (
          <Words language={language} />
        )}
        <h2>{howToAgree.title}</h2>
        <ul>
          {howToAgree.ways.map((way) => (
            <li key={way}>{way}</li>
          ))}
        </ul>
        <p>{howToAgree.rest}</p>
        <h2>{howToStop.title}</h2>
        <p>{howToStop.words}</p>
        <h2>{whoGetsIt.title}</h2>
        <p>
          {whoGetsIt.words} <Link to="/privacy">{whoGetsIt.more}</Link>
        </p>
      </Prose>
    </CoverLayout>
  );
}

function Words({ language }: { language: Language }) {
  const { terms, privacy } = optInWords[language];
  return (
    <div className={styles.wording}>
      <p>{smsWordings[language].text}</p>
      <p>
        <Link to="/tos">{terms}</Link> {language === 'en' ? 'and' : 'y'} <Link to="/privacy">{privacy}</Link>
      </p>
    </div>
  );
}
