import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ChooseCover } from './ChooseCover.tsx';
import { ChooseQuote } from './ChooseQuote.tsx';
import { ChooseSentences, type ChosenSentence } from './ChooseSentences.tsx';
import { MakeThingDocument, type MakingsRouteQuery } from './makings.graphql.ts';
import styles from './makings.module.css';

type Subject = NonNullable<MakingsRouteQuery['subject']>;
export type PublishedChapter = Subject['chapters'][number];

const kinds = [
  { kind: 'BOOK_PDF', name: 'A printed book', what: 'A PDF, 6 by 9 inches, ready for a print shop.' },
  { kind: 'BOOK_EPUB', name: 'An e-book', what: 'An EPUB for e-readers and phones.' },
  { kind: 'QUOTE_CARD', name: 'A quote card', what: 'One sentence as a picture, to send or to print.' },
  {
    kind: 'HIGHLIGHT',
    name: 'A voice highlight',
    what: 'The sound of sentences that you choose, as an MP3.',
  },
] as const;

type Kind = (typeof kinds)[number]['kind'];

const makes: Record<Kind, string> = {
  BOOK_PDF: 'Make the book',
  BOOK_EPUB: 'Make the e-book',
  QUOTE_CARD: 'Make the card',
  HIGHLIGHT: 'Make the recording',
};

interface Problems {
  title?: string;
  dedication?: string;
  whole?: string;
}

/** Chooses what to make, from which chapters, and the texts of the first pages. */
export function MakeForm({
  subject: { id: subjectId, preferredName, language, hasVoice, offersVoiceCodes, cloth },
  chapters,
  hasWaiting,
}: {
  subject: Subject;
  chapters: readonly PublishedChapter[];
  hasWaiting: boolean;
}) {
  const [kind, setKind] = useState<Kind>('BOOK_PDF');
  const [spoken, setSpoken] = useState<ChosenSentence[]>([]);
  const [make, { loading }] = useMutation(MakeThingDocument);
  // A book says its own words in the language that it is told in.
  const inSpanish = language === 'es';
  const isBook = kind === 'BOOK_PDF' || kind === 'BOOK_EPUB';
  const { state: problems, onSubmit } = useFormAction<Problems>(async (entered) => {
    const chapterKeys = entered.getAll('chapter').map(String);
    if (isBook && !chapterKeys.length) return { whole: 'Choose at least one chapter' };
    const cardId = textOf(entered, 'story');
    const sentenceId = textOf(entered, 'sentence');
    if (kind === 'QUOTE_CARD' && !sentenceId) return { whole: 'Choose a sentence' };
    if (kind === 'HIGHLIGHT' && !spoken.length) return { whole: 'Choose at least one sentence' };
    const title = textOf(entered, 'title');
    const choices = isBook
      ? {
          ...{ chapterKeys, title, dedication: textOf(entered, 'dedication') },
          cloth: textOf(entered, 'cloth') || null,
          coverId: textOf(entered, 'cover') || null,
          voiceCodes: entered.has('voiceCodes'),
        }
      : kind === 'HIGHLIGHT'
        ? { sentenceIds: spoken.map(({ id }) => id), title }
        : { cardIds: [cardId], sentenceId };
    const input = { subjectId, kind, ...choices };
    const { data } = await make({
      variables: { input },
      update(cache, { data: answered }) {
        const made = answered?.makeFromStories;
        if (made?.__typename !== 'Making') return;
        cache.modify({
          id: cache.identify({ __typename: 'Subject', id: subjectId }) ?? '',
          fields: {
            makings: (before, { toReference }) =>
              [toReference(made), ...(before as readonly unknown[])] as never,
          },
        });
      },
    }).catch(() => ({ data: null }));
    const answer = data?.makeFromStories;
    if (!answer)
      return {
        whole:
          'The connection broke before Evertold answered. Check below whether it is being made before you try again.',
      };
    if (answer.__typename === 'Making') {
      void notify('success', 'It’s being made. You’ll find it below.');
      return {};
    }
    if (answer.__typename !== 'InvalidInput') return { whole: answer.message };
    const said = Object.fromEntries(answer.issues.map(({ path, message }) => [path, `This ${message}`]));
    return said.title || said.dedication ? said : { whole: answer.message };
  }, {});
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <fieldset className={styles.kinds}>
        <legend>What would you like to make?</legend>
        {kinds
          .filter((each) => each.kind !== 'HIGHLIGHT' || hasVoice)
          .map((each) => (
            <CheckField
              key={each.kind}
              type="radio"
              name="kind"
              checked={kind === each.kind}
              onChange={() => setKind(each.kind)}
            >
              <b>{each.name}</b>
              <br />
              <span className="quiet">{each.what}</span>
            </CheckField>
          ))}
      </fieldset>
      {isBook ? (
        <>
          <TextField
            label="Title"
            name="title"
            maxLength={120}
            hint={`If you leave it empty: “${inSpanish ? `Las historias de ${preferredName}` : `${preferredName}’s stories`}”.`}
            error={problems.title}
          />
          <TextAreaField
            label="Dedication"
            name="dedication"
            rows={2}
            maxLength={500}
            hint="It has a page of its own. Leave it empty for none."
            error={problems.dedication}
          />
          <fieldset className={styles.chapters}>
            <legend>Chapters</legend>
            {chapters.map(({ key, title, hidden, cards }) => (
              <CheckField key={key} name="chapter" value={key} defaultChecked={!hidden}>
                {title}{' '}
                <span className="quiet">
                  {cards.length === 1 ? '1 story' : `${cards.length} stories`}
                  {hidden && ', hidden'}
                </span>
              </CheckField>
            ))}
          </fieldset>
          <ChooseCover subjectId={subjectId} cloth={cloth} />
          {offersVoiceCodes && (
            <CheckField name="voiceCodes">
              Codes to hear the voice
              <br />
              <span className="quiet">
                {kind === 'BOOK_PDF' ? 'A QR code' : 'A link'} beside each recorded story plays it to everyone
                who has the book, without an account. The owner can switch it off at any time in the settings,
                under “Who sees what”.
              </span>
            </CheckField>
          )}
          <p className="note">Only published stories are in it, and no private words.</p>
        </>
      ) : kind === 'QUOTE_CARD' ? (
        <ChooseQuote chapters={chapters} />
      ) : (
        <>
          <TextField
            label="Title"
            name="title"
            maxLength={120}
            hint={`If you leave it empty: “${inSpanish ? `La voz de ${preferredName}` : `${preferredName}’s voice`}”.`}
            error={problems.title}
          />
          <ChooseSentences chapters={chapters} chosen={spoken} onChoose={setSpoken} />
        </>
      )}
      {problems.whole && <Notice kind="error" title={problems.whole} />}
      <div className="row">
        <Button type="submit" busy={loading || hasWaiting}>
          {hasWaiting ? 'Making one now' : makes[kind]}
        </Button>
      </div>
    </form>
  );
}
