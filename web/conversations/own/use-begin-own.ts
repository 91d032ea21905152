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

/** Creates the user's own book, consents and conversation, each unless it exists. Throws `Refused` with a message. */
export function useBeginOwn() {
  const [makeBook] = useMutation(BeginBookDocument, {
    update: (cache) => {
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'subjects' });
    },
    // Awaits the refetch, because a query still in flight would be mistaken for the one after the consent.
    refetchQueries: [TellMyOwnStoryDocument],
    awaitRefetchQueries: true,
  });
  const [agree] = useMutation(GiveConsentDocument, { refetchQueries: [TellMyOwnStoryDocument] });
  const [begin] = useMutation(BeginOwnTalkDocument);

  async function book(fullName: string): Promise<string> {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { data } = await makeBook({ variables: { input: { fullName, isSelf: true, timeZone } } });
    return expectType(data?.createSubject, 'Subject').id;
  }
  return {
    book,
    async agreeTo(subjectId: string, wordings: readonly Wording[], ticked: ReadonlySet<Kind>) {
      const grants = grantsOf(wordings, ticked, null);
      if (grants.length === 0) return;
      const { data } = await agree({ variables: { input: { subjectId, grants } } });
      expectType(data?.giveConsent, 'Subject');
    },
    async talk(subjectId: string): Promise<OwnConversation> {
      const { data } = await begin({ variables: { input: { subjectId, channel: 'WEB' } } });
      return expectType(data?.beginConversation, 'Conversation');
    },
  };
}

/** Returns the answer if it has the expected type; otherwise throws `Refused`. */
function expectType<
  Answer extends { __typename: string; message?: string },
  Name extends Answer['__typename'],
>(answer: Answer | undefined, name: Name): Extract<Answer, { __typename: Name }> {
  if (answer?.__typename === name) return answer as Extract<Answer, { __typename: Name }>;
  throw new Refused(
    answer?.message ?? 'The connection broke before Evertold answered. Nothing is lost: try again.',
  );
}
