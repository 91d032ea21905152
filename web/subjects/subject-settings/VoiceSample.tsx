import { useMutation } from '@apollo/client/react';
import Phone from 'lucide-react/icons/phone';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CallWithVoiceSampleDocument } from './Interviewer.graphql.ts';

/** A call to the viewer's own phone with a sentence in the chosen voice. */
export function VoiceSample({
  subjectId,
  voice,
  why,
}: {
  subjectId: string;
  /** The phone service's name of the chosen voice; empty for its usual one. */
  voice: string;
  /** Why the viewer can't be called; null when they can. */
  why: string | null;
}) {
  const [call, { loading }] = useMutation(CallWithVoiceSampleDocument);
  async function hear() {
    const { data } = await call({ variables: { subjectId, voice } }).catch(() => ({ data: null }));
    const answer = data?.callWithVoiceSample;
    if (answer?.__typename === 'Subject') {
      return notify('success', 'Your phone rings in a moment', { body: 'Pick up to hear the voice.' });
    }
    return notify('error', answer?.message ?? 'The connection broke. Try again.');
  }
  if (why) {
    return (
      <p className="note">
        To hear a voice before you choose it, <Link to="/settings/#signing-in">confirm your phone</Link> in
        your account settings.
      </p>
    );
  }
  if (!voice) return <p className="note">Choose a voice to hear it on your own phone.</p>;
  return (
    <div>
      <Button look="quiet" small busy={loading} onClick={() => void hear()}>
        <Icon of={Phone} /> Hear it on my phone
      </Button>
      <p className="note">We call the phone of your account once, with one sentence in this voice.</p>
    </div>
  );
}
