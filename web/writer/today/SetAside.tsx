import { useApolloClient, useMutation } from '@apollo/client/react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/Notice.tsx';
import { momentInWords } from '../messages/list/moment.ts';
import { useConfirm } from '../use-confirm.tsx';
import { RetryWorkDocument, type SetAsideRow_WorkFragment } from './SetAside.graphql.ts';
import { workInWords } from './work-words.ts';

/** A job that the server has given up, with a button to retry it. */
export function SetAsideRow({ work }: { work: SetAsideRow_WorkFragment }) {
  const apollo = useApolloClient();
  const [retry, { loading }] = useMutation(RetryWorkDocument);
  const { confirm, dialog } = useConfirm();
  const { id, failure, tries, setAsideAt, conversation } = work;
  const what = workInWords(work.work);
  const whose = conversation && `, ${conversation.subject.fullName}`;

  async function tryAgain() {
    const { data } = await retry({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.retryWork.__typename !== 'RetriedWork') {
      return notify('error', 'It was not tried again', {
        body: data?.retryWork.message ?? 'Try again later.',
      });
    }
    await apollo.refetchQueries({ include: 'active' });
    return notify('success', 'It is tried again', { body: 'If it fails again, it is listed here again.' });
  }

  return (
    <tr>
      <td>
        <State tone="warn">Set aside</State>
      </td>
      <td>
        <b>
          {what}
          {whose}
        </b>
        , {momentInWords(setAsideAt)}. Tried {tries === 1 ? 'once' : `${tries} times`}; the last error was{' '}
        {failure}.
      </td>
      <td className="r">
        <Button
          look="quiet"
          small
          busy={loading}
          aria-label={`Try again: ${what}${whose ?? ''}`}
          onClick={() =>
            confirm(
              {
                title: 'Try it again?',
                lead: `${what}${whose || ''}: it is done from its beginning, at once.`,
                act: 'Try again',
              },
              () => void tryAgain(),
            )
          }
        >
          Try again
        </Button>
        {dialog}
      </td>
    </tr>
  );
}
