import { useReadQuery } from '@apollo/client/react';
import Plus from 'lucide-react/icons/plus';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { preload } from '#web/app/preload.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { AskDialog } from '#web/subjects/today/AskDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { OwnQuestions } from './OwnQuestions.tsx';
import { type FamilyQuestion, QuestionLine } from './QuestionLine.tsx';
import { readQuestionsAgain } from './question-changes.ts';
import { FamilyQuestionsDocument } from './questions.graphql.ts';
import styles from './questions.module.css';
import { WaitingQuestions } from './WaitingQuestions.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(FamilyQuestionsDocument, { id: subjectId });
}

/** The family's questions: waiting ones in their order, answered ones with their answers, and declined ones. */
export function Component() {
  const { me, subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  const words = wordsFor(subject);
  const questions = subject.questions.edges.map(({ node }) => node);
  const mayAsk = subject.abilities.includes('ASK') && subject.status !== 'MEMORIAL';
  const rights = {
    subjectId: subject.id,
    words,
    mayAsk,
    isSelf: subject.isSelf,
    mayOrder: subject.abilities.includes('WRITE'),
    myId: me?.id ?? null,
  };
  const who = subject.isSelf ? 'you' : subject.preferredName;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>{`Questions for ${who}`}</DocumentTitle>
      <header className={`row ${styles.head}`}>
        <div>
          <h1>Questions for {who}</h1>
          <p className="lead quiet">
            {subject.status === 'MEMORIAL'
              ? 'What the family asked, and what was answered.'
              : 'Evertold asks them at the start of the next conversation, one at a time.'}
          </p>
        </div>
        {mayAsk && (
          <div className="row-end">
            <AskDialog
              subjectId={subject.id}
              words={words}
              onAsked={() => readQuestionsAgain(subject.id)}
              trigger={
                <Button>
                  <Icon of={Plus} /> {subject.isSelf ? 'Ask me something' : `Ask ${words.them} something`}
                </Button>
              }
            />
          </div>
        )}
      </header>
      {questions.length === 0 && (
        <p className={styles.empty}>
          No questions yet.{' '}
          {mayAsk &&
            (subject.isSelf
              ? 'Add what you would like to be asked.'
              : `Is there something you have always wanted to know about ${subject.preferredName}? Ask it here.`)}
        </p>
      )}
      <div className={styles.lists}>
        <WaitingQuestions questions={questions} next={subject.nextQuestions} rights={rights} />
        <OwnQuestions
          subjectId={subject.id}
          who={who}
          isFirst={subject.nextQuestions.length === 0}
          questions={subject.ownQuestions}
          removed={subject.removedOwnQuestions}
        />
        {groups.map(({ title, holds }) => {
          const group = questions.filter(holds);
          if (group.length === 0) return null;
          return (
            <section key={title}>
              <h2 className="section-title">{title}</h2>
              <ul className={`list list-open ${styles.questions}`}>
                {group.map((question) => (
                  <QuestionLine key={question.id} question={question} rights={rights} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </main>
  );
}

const groups: { title: string; holds: (question: FamilyQuestion) => boolean }[] = [
  { title: 'Asked in this conversation', holds: ({ status }) => status === 'ASKED' },
  { title: 'Not answered', holds: ({ status, declined }) => status === 'SKIPPED' && !declined },
  { title: 'Answered', holds: ({ status }) => status === 'ANSWERED' },
  { title: 'Better not asked', holds: ({ status, declined }) => status === 'SKIPPED' && declined },
];

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Questions</h1>
      <Skeleton what="the questions">
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
