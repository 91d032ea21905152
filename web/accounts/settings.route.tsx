import { useQuery, useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { preload } from '#web/app/preload.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import styles from './AccountLayout.module.css';
import { Pair, Theirs, WhyNot } from './AccountLayout.tsx';
import { PhoneRow } from './phone/PhoneRow.tsx';
import { returnRefusal } from './providers.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { DeleteAccount } from './settings/DeleteAccount.tsx';
import { Devices } from './settings/Devices.tsx';
import { Email } from './settings/Email.tsx';
import { LinkedAccounts } from './settings/LinkedAccounts.tsx';
import { Name } from './settings/Name.tsx';
import { Notices } from './settings/Notices.tsx';
import { Password } from './settings/Password.tsx';
import { Photo } from './settings/Photo.tsx';
import { SettingsDocument } from './settings.graphql.ts';

export function loader(_asked: LoaderFunctionArgs) {
  return preload(SettingsDocument, {});
}

/** The user's account settings. */
export function Component() {
  const first = useReadQuery(useLoaderData<typeof loader>()).data;
  // Mutations on this page update the cache, so their results replace the initial data.
  const { data = first } = useQuery(SettingsDocument, { fetchPolicy: 'cache-first' });
  const { user } = useSession();
  const [params] = useSearchParams();
  const error = params.get('error');
  const { me } = data;
  if (!me) return null;
  return (
    <>
      <h1 className={styles.title}>Your settings</h1>
      <DocumentTitle>Your settings</DocumentTitle>
      {error && (
        <div className={styles.above}>
          <RefusalNotice refusal={returnRefusal(error)} />
        </div>
      )}
      <WhyNot>
        You act as {user.name}. Their photo, how they sign in, where their mail goes and whether they leave
        stay theirs to choose.
      </WhyNot>
      <Pair title="You" id="you">
        <div className={styles.form}>
          <Theirs>
            <Photo id={user.id} name={user.name} image={user.image ?? null} />
          </Theirs>
          <div className={styles.two}>
            <Name name={user.name} />
            <Theirs>
              <Email email={user.email} confirmed={user.emailVerified} />
            </Theirs>
          </div>
        </div>
      </Pair>
      <Pair title="Signing in" id="signing-in">
        <Theirs>
          <ul className={styles.rows}>
            <Password email={user.email} ways={me.signInWays} />
            <PhoneRow phone={user.phoneNumber ?? null} />
            <LinkedAccounts ways={me.signInWays} />
          </ul>
        </Theirs>
      </Pair>
      <Pair title="Notices" id="notices">
        <Notices memberships={me.memberships} />
      </Pair>
      <Pair title="Devices" id="devices">
        <Theirs>
          <Devices devices={me.devices} />
        </Theirs>
      </Pair>
      <Pair title="Delete account" id="delete">
        <Theirs>
          <DeleteAccount books={me.booksOwnedAlone} userId={me.id} ways={me.signInWays} />
        </Theirs>
      </Pair>
    </>
  );
}

export function Loading() {
  return (
    <>
      <h1 className={styles.title}>Your settings</h1>
      <Skeleton what="your settings">
        <SkeletonBar />
        <SkeletonLines lines={12} />
      </Skeleton>
    </>
  );
}
