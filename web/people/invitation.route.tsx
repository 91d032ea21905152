import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { preload } from '#web/app/preload.ts';
import { currentSession } from '#web/app/session.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { InvitationLayout } from './invitation/InvitationLayout.tsx';
import { InvitationPage } from './invitation/InvitationPage.tsx';
import { InvitationPageDocument } from './invitation.graphql.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export async function loader({ params: { token = '' } }: LoaderFunctionArgs) {
  const page = preload(InvitationPageDocument, { token });
  const session = await currentSession().catch(() => null);
  return { token, page, me: session?.user ?? null };
}

/** An invitation to a book, opened by its link. */
export function Component() {
  const { token, page, me } = useLoaderData<typeof loader>();
  const { data } = useReadQuery(page);
  return <InvitationPage key={token} data={data} me={me} token={token} />;
}

export function Loading() {
  return (
    <InvitationLayout title="An invitation" lead="Into somebody’s book.">
      <Skeleton what="the invitation">
        <SkeletonBar />
        <SkeletonLines />
      </Skeleton>
    </InvitationLayout>
  );
}
