import { useReadQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { OwnTalk } from './own/OwnTalk.tsx';
import { TalkPage } from './own/TalkPage.tsx';
import { type Begun, TalkStart } from './own/TalkStart.tsx';
import { TellMyOwnStoryDocument } from './tell-my-own-story.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(TellMyOwnStoryDocument, {});
}

/** A conversation about oneself: one question at a time, and the answer. */
export function Component() {
  const { data } = useReadQuery(useLoaderData<typeof loader>());
  const [begun, setBegun] = useState<Begun | null>(null);
  const subject = data.subjects.edges.find(({ node }) => node.isSelf)?.node ?? null;
  if (begun) return <OwnTalk key={begun.conversation.id} begun={begun} onAgain={() => setBegun(null)} />;
  return (
    <TalkStart
      name={data.me?.name ?? ''}
      subject={subject}
      wordings={subject?.consentWordings ?? data.consentWordings}
      onBegun={setBegun}
    />
  );
}

export function Loading() {
  return (
    <TalkPage>
      <Skeleton what="your conversation">
        <SkeletonBar width="30rem" height="3rem" />
        <SkeletonLines lines={3} />
      </Skeleton>
    </TalkPage>
  );
}
