import { useMutation, useQuery } from '@apollo/client/react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { DidNotLoad } from '../DidNotLoad.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { Difference } from '../versions/Difference.tsx';
import styles from './QuestionBank.module.css';
import {
  WriterBankQuestionDocument,
  type WriterBankQuestionQuery,
  WriterQuestionBankDocument,
  WriterRestoreBankQuestionDocument,
} from './question-bank.graphql.ts';

type Version = NonNullable<WriterBankQuestionQuery['bankQuestion']>['versions'][number];

/** The earlier wordings of a question, what changed between them, and the buttons to bring one back. */
export function VersionsOfQuestion({
  questionKey: key,
  basedOn,
  isChanged,
  onRestored,
}: {
  questionKey: string;
  /** The newest version that the user has seen. */
  basedOn: number;
  /** Whether the form has changes that are not saved. */
  isChanged: boolean;
  onRestored: () => void;
}) {
  const { data, error, refetch } = useQuery(WriterBankQuestionDocument, {
    variables: { key },
    fetchPolicy: 'cache-and-network',
  });
  const [restore, restoring] = useMutation(WriterRestoreBankQuestionDocument, {
    refetchQueries: [WriterQuestionBankDocument],
    awaitRefetchQueries: true,
  });
  async function bringBack(number: number) {
    const answer = await restore({ variables: { key, number, basedOn } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.restoreBankQuestion) : noAnswer;
    if (why) return tell(why);
    void notify('success', `${nameOf(number)} is back`, { body: 'It may be asked from the next turn on.' });
    onRestored();
  }
  if (!data && error) return <DidNotLoad what="The earlier versions" again={refetch} />;
  if (!data) {
    return (
      <Skeleton what="the earlier versions">
        <SkeletonLines lines={2} />
      </Skeleton>
    );
  }
  const versions = data.bankQuestion?.versions ?? [];
  const [newest, ...earlier] = versions;
  if (!newest || earlier.length === 0) return <p className="note">There are no earlier versions.</p>;
  return (
    <section className={styles.earlier} aria-label="Earlier versions">
      <h2>Earlier versions</h2>
      <ul className={styles.versions}>
        {earlier.map((version) => (
          <li key={version.number}>
            <span>
              {nameOf(version.number)}
              <span className="quiet">{savedInWords(version)}</span>
            </span>
            <Button
              look="quiet"
              small
              disabled={isChanged}
              busy={restoring.loading}
              aria-label={`Bring back: ${nameOf(version.number)}`}
              onClick={() => void bringBack(version.number)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
      {isChanged && <p className="note">To bring one back, save your changes first, or cancel.</p>}
      <Difference
        wordings={versions.map((version) => ({
          id: String(version.number),
          name: nameOf(version.number),
          text: wordingOf(version),
        }))}
      />
    </section>
  );
}

function nameOf(number: number): string {
  return number === 0 ? 'Built-in version' : `Version ${number}`;
}

function savedInWords({ savedBy, savedAt }: Version): string {
  const said = [savedBy, savedAt && momentInWords(savedAt)].filter(Boolean).join(', ');
  return said && `: ${said}`;
}

/** All of a version as lines, in the order of the form. */
export function wordingOf(version: Omit<Version, 'number' | 'savedBy' | 'savedAt'>): string {
  const { text, followUps, theme, reason, chapter, depth, sensitivity, decade, language } = version;
  return [
    text,
    ...followUps.map((each) => `May follow: ${each}`),
    `Themes: ${theme.join(', ')}`,
    ...(reason ? [`I ask because ${reason}`] : []),
    `Chapter: ${chapter}`,
    `Depth: ${depth.toLowerCase()}`,
    `How heavy it is: ${['ordinary', 'tender', 'heavy'][sensitivity] ?? sensitivity}`,
    ...(decade ? [`Time of life: ${decade}`] : []),
    `Language: ${language}`,
  ].join('\n');
}
