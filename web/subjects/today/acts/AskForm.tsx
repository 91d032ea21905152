import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import { capital } from '../../person-words.ts';
import type { AskDialogProps } from '../AskDialog.tsx';
import { Questions_SubjectFragmentDoc } from '../Questions.graphql.ts';
import styles from '../today.module.css';
import { AskFromTodayDocument } from './ask.graphql.ts';

/** The form of `AskDialog`. */
export function AskForm({ subjectId, words, trigger, about, onAsked }: AskDialogProps) {
  const [open, setOpen] = useState(true);
  const form = useId();
  const [ask, { loading }] = useMutation(AskFromTodayDocument);
  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const text = textOf(entered, 'text').trim();
    if (!text) return 'Write your question first';
    const { data } = await ask({
      variables: { subjectId, text },
      update(cache, { data: answered }) {
        const question = answered?.askQuestion;
        if (question?.__typename !== 'QuestionRequest') return;
        cache.updateFragment(
          {
            id: cache.identify({ __typename: 'Subject', id: subjectId }) ?? '',
            fragment: Questions_SubjectFragmentDoc,
            fragmentName: 'Questions_subject',
          },
          (kept) =>
            kept && {
              ...kept,
              questions: {
                ...kept.questions,
                edges: [
                  { __typename: 'SubjectQuestionsConnectionEdge' as const, node: question },
                  ...kept.questions.edges,
                ],
              },
            },
        );
      },
    }).catch(() => ({ data: null }));
    const answer = data?.askQuestion;
    if (!answer)
      return 'The connection broke before Evertold answered. Your question is still here: try again.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'QuestionRequest') return answer.message;
    setOpen(false);
    onAsked?.();
    void notify('success', 'We’ll ask in the next conversation');
    return null;
  }, null);

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={words.they === 'you' ? 'Ask me something' : `Ask ${words.name} something`}
      lead={
        about
          ? `There’s nothing to read about “${about}” yet.`
          : `It is put to ${words.them} in these words, one question at a time.`
      }
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            Ask this
          </Button>
          <DialogClose className="btn btn-text">Not now</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.ask} onSubmit={onSubmit} noValidate>
        <TextAreaField
          label="Your question"
          name="text"
          rows={3}
          maxLength={500}
          hint="Short is best: “Who taught you to dance?”"
          error={problem}
        />
      </form>
    </Dialog>
  );
}
