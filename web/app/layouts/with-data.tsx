import { ApolloProvider } from '@apollo/client/react';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from 'react-router';
import { apollo } from '#web/app/apollo.ts';

/** Around pages that read data: the client, and parts that write no styles into the page. */
export function Component() {
  return (
    <ApolloProvider client={apollo}>
      <CSPProvider disableStyleElements>
        <Outlet />
      </CSPProvider>
    </ApolloProvider>
  );
}
