import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { Link } from '#web/app/Link.tsx';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button, type ButtonLook, buttonClass } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { BeginConversationDocument } from './BeginConversation.graphql.ts';

/** Begins a conversation in the browser: alone in one's own book, or together at the subject's side. */
export function BeginConversation({
  subjectId,
  isSelf,
  words,
  look = 'quiet',
}: {
  subjectId: string;
  isSelf: boolean;
  words: PersonWords;
  look?: ButtonLook;
}) {
  if (isSelf) {
    return (
      <Link className={buttonClass({ look, phoneWide: true })} to="/dashboard/tell-my-own-story/">
        <Icon of={MessageCircle} /> Tell a story here
      </Link>
    );
  }
  return <Together subjectId={subjectId} words={words} look={look} />;
}

function Together({ subjectId, words, look }: { subjectId: string; words: PersonWords; look: ButtonLook }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { name, they, them } = words;

  async function begin() {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await apollo.mutate({
        mutation: BeginConversationDocument,
        variables: { input: { subjectId, channel: 'WEB', together: true } },
      });
      const answer = data?.beginConversation;
      if (answer?.__typename === 'Conversation') {
        void navigate(
          `/dashboard/${encodeURIComponent(subjectId)}/call-log/${encodeURIComponent(answer.id)}/`,
        );
        return;
      }
      setProblem(
        answer?.message ?? 'The connection broke before Evertold answered. Nothing was begun. Try again.',
      );
    } catch {
      setProblem('The connection broke before Evertold answered. Nothing was begun. Try again.');
    }
    setBusy(false);
  }

  return (
    <Dialog
      trigger={
        <Button look={look} phoneWide>
          <Icon of={MessageCircle} /> Begin a conversation
        </Button>
      }
      title={`Sit down with ${name}`}
      lead={`Evertold asks one question at a time. ${name} tells, and you type what ${they} ${words.verb('says', 'say')}, or let the browser take it down. It is kept as told by ${them}, with you at ${words.their} side.`}
      actions={
        <>
          <Button busy={busy} onClick={() => void begin()}>
            Begin
          </Button>
          <DialogClose className={buttonClass({ look: 'quiet' })}>Not now</DialogClose>
        </>
      }
    >
      {problem && (
        <Notice kind="error" title="The conversation did not begin">
          <p>{problem}</p>
        </Notice>
      )}
    </Dialog>
  );
}
