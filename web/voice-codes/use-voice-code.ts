import { useMutation } from '@apollo/client/react';
import { notify } from '#web/app/notify.ts';
import { SetVoiceCodeDocument } from './voice-codes.graphql.ts';

/** Switches the printed code of a story on or off. */
export function useVoiceCode() {
  const [set] = useMutation(SetVoiceCodeDocument);
  return async function turn(cardId: string, plays: boolean) {
    const answer = await set({
      variables: { cardId, plays },
      optimisticResponse: { setVoiceCode: { __typename: 'Card', id: cardId, playsVoiceCode: plays } },
    }).catch(() => null);
    const done = answer?.data?.setVoiceCode;
    if (done?.__typename !== 'Card')
      void notify('error', 'Nothing was changed', { body: done?.message ?? 'Try again.' });
  };
}
