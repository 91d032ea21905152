import { ApolloProvider } from '@apollo/client/react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { keepPresses } from '#web/app/press-stays.ts';

/** Around pages that read data: the client, and parts that write no styles into the page. */
export function Component() {
  useEffect(keepPresses, []);
  useEffect(() => {
    // Notices must be drawable when the network is gone: they are fetched once everything else is here.
    const fetched = setTimeout(() => import('#web/ui/Toaster.tsx').catch(() => undefined), 3000);
    return () => clearTimeout(fetched);
  }, []);
  return (
    <ApolloProvider client={apollo}>
      <CSPProvider disableStyleElements>
        <Outlet />
      </CSPProvider>
    </ApolloProvider>
  );
}
