import { useMutation } from '@apollo/client/react';
import { GiveConsentDocument } from '#web/consent/GiveConsent.graphql.ts';
import { grantsOf, type Kind, type Wording } from '#web/onboarding/ConsentWords.tsx';
import { BeginBookDocument } from '#web/subjects/BeginBook.graphql.ts';
import {
  BeginOwnTalkDocument,
  type BeginOwnTalkMutation,
  TellMyOwnStoryDocument,
} from '../tell-my-own-story.graphql.ts';

export type OwnConversation = Extract<
  BeginOwnTalkMutation['beginConversation'],
  { __typename: 'Conversation' }
>;

export class Refused extends Error {
  override name = 'Refused';
}

/** One's own book, agreements and conversation, each made when it is not there yet. A refusal is thrown, in words. */
export function useBeginOwn() {
  const [makeBook] = useMutation(BeginBookDocument, {
    update: (cache) => {
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'subjects' });
    },
    // Asked again, and awaited: a question still on its way would be taken for the one after the agreement.
    refetchQueries: [TellMyOwnStoryDocument],
    awaitRefetchQueries: true,
  });
  const [agree] = useMutation(GiveConsentDocument, { refetchQueries: [TellMyOwnStoryDocument] });
  const [begin] = useMutation(BeginOwnTalkDocument);

  async function book(fullName: string): Promise<string> {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { data } = await makeBook({ variables: { input: { fullName, isSelf: true, timeZone } } });
    return taken(data?.createSubject, 'Subject').id;
  }
  return {
    book,
    async agreeTo(subjectId: string, wordings: readonly Wording[], ticked: ReadonlySet<Kind>) {
      const grants = grantsOf(wordings, ticked, null);
      if (grants.length === 0) return;
      const { data } = await agree({ variables: { input: { subjectId, grants } } });
      taken(data?.giveConsent, 'Subject');
    },
    async talk(subjectId: string): Promise<OwnConversation> {
      const { data } = await begin({ variables: { input: { subjectId, channel: 'WEB' } } });
      return taken(data?.beginConversation, 'Conversation');
    },
  };
}

/** The answer, when it is what was asked for. */
function taken<Answer extends { __typename: string; message?: string }, Name extends Answer['__typename']>(
  answer: Answer | undefined,
  name: Name,
): Extract<Answer, { __typename: Name }> {
  if (answer?.__typename === name) return answer as Extract<Answer, { __typename: Name }>;
  throw new Refused(
    answer?.message ?? 'The connection broke before Evertold answered. Nothing is lost: try again.',
  );
}
