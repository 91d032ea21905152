import { useQuery } from '@apollo/client/react';
import type { SecurityEventKind } from '#web/app/generated/schema-types.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { countryInWords } from '../country.ts';
import styles from './permissions.module.css';
import { SecurityEventsDocument, type SecurityEventsQuery } from './SecurityEvents.graphql.ts';

type Event = SecurityEventsQuery['securityEvents']['edges'][number]['node'];

const first = 5;

/** The account's security log, newest first, so that the user notices actions that were not theirs. */
export function SecurityEvents() {
  const { data, error, loading, fetchMore, refetch } = useQuery(SecurityEventsDocument, {
    variables: { first },
    fetchPolicy: 'cache-and-network',
  });
  if (!data && error) {
    return (
      <>
        <Notice kind="error" title="This could not be read" />
        <Button look="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </>
    );
  }
  if (!data) {
    return (
      <Skeleton what="what happened">
        <SkeletonLines lines={4} />
      </Skeleton>
    );
  }
  const { edges, pageInfo } = data.securityEvents;
  if (edges.length === 0) return <p className="quiet">Nothing so far.</p>;

  function showMore() {
    void fetchMore({
      variables: { first: 20, after: pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult }) => ({
        securityEvents: {
          ...fetchMoreResult.securityEvents,
          edges: [...before.securityEvents.edges, ...fetchMoreResult.securityEvents.edges],
        },
      }),
    }).catch(() => undefined);
  }
  return (
    <>
      <ul className={styles.events}>
        {edges.map(({ node }) => (
          <li key={node.id}>
            <span>
              <b>{titles[node.kind]}</b>
              {about(node) && <span className="note"> {about(node)}</span>}
            </span>
            <time className="note" dateTime={node.at}>
              {moment(node.at)}
            </time>
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage && (
        <Button look="quiet" small busy={loading} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  );
}

const titles: Record<SecurityEventKind, string> = {
  SIGNED_IN: 'Signed in',
  PASSWORD_CHANGED: 'Password changed',
  EMAIL_CHANGED: 'Email changed',
  PHONE_CHANGED: 'Phone changed',
  LINKED: 'Another way to sign in added',
  UNLINKED: 'A way to sign in removed',
  KEY_MADE: 'Key for a partner made',
  KEY_REVOKED: 'Key for a partner revoked',
  WEBHOOK_MADE: 'Webhook made',
  WEBHOOK_DELETED: 'Webhook deleted',
  SUPPORT_ACTED: 'Somebody of our team acted as you',
  SUPPORT_CHANGED: 'Changed by our team',
};

function about({ about: what, isNewDevice, country }: Event): string | null {
  const how = isNewDevice ? `for the first time with ${what?.replace(/^A /, 'a ')}` : what;
  return [how, country && countryInWords(country)].filter(Boolean).join(', ') || null;
}

function moment(at: string): string {
  return new Date(at).toLocaleString('en-GB', {
    ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', hour12: true } as const),
  });
}
