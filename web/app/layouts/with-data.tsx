import { ApolloProvider } from '@apollo/client/react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { apollo } from '#web/app/apollo.ts';
import { keepPresses } from '#web/app/press-stays.ts';

/** Around pages that read data: provides the Apollo client and stops components from adding style elements. */
export function Component() {
  useEffect(keepPresses, []);
  useEffect(() => {
    // Notices must work without a network, so their code is fetched once the rest of the page has loaded.
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
