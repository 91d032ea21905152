import { OAuth2Server } from 'oauth2-mock-server';

const tenant = 'common';

export type Provider = {
  /** The provider's URL. */
  url: string;
  /** Sets the profile of the users who sign in from now on. */
  says: (profile: Record<string, unknown>) => void;
  /** The token requests so far. */
  asked: Record<string, unknown>[];
  /** The tokens issued so far. */
  gave: string[];
  /** Sets what is refused from now on, with an error that repeats the request. */
  refuses: (what: 'tokens' | 'profile' | 'nothing') => void;
  /** Issues an id token with these claims in addition to the usual ones. */
  idToken: (claims: Record<string, unknown>) => Promise<string>;
  /** The environment that makes a server use it as its GitLab and its Microsoft. */
  env: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
};

/** A real OpenID provider on this machine, with the endpoints of a self-hosted GitLab and of Microsoft. */
export async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: {
      authorize: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/api/v4/user',
      jwks: `/${tenant}/discovery/v2.0/keys`,
    },
  });
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${server.address().port}`;
  let profile: Record<string, unknown> = {};
  const asked: Record<string, unknown>[] = [];
  const gave: string[] = [];
  let refused = 'nothing';
  type Answer = { body: Record<string, unknown>; statusCode: number };
  type Asked = { body: Record<string, unknown>; headers: Record<string, unknown> };
  function refuse(response: Answer, { body, headers }: Asked) {
    const quoted = JSON.stringify({ ...body, ...profile, authorization: headers.authorization });
    Object.assign(response, {
      statusCode: 400,
      body: { error: 'invalid_grant', error_description: quoted, message: quoted },
    });
  }
  server.service.on('beforeUserinfo', (response: Answer, request: Asked) => {
    if (refused === 'profile') return refuse(response, request);
    response.body = { state: 'active', ...profile };
  });
  server.service.on('beforeResponse', (response: Answer, request: Asked) => {
    asked.push({ ...request.body });
    const tokens = Object.entries(response.body).flatMap(([name, value]) =>
      /_token$/.test(name) ? [String(value)] : [],
    );
    gave.push(...tokens);
    if (refused === 'tokens') refuse(response, request);
  });
  return {
    url,
    says: (given) => {
      profile = given;
    },
    asked,
    gave,
    refuses: (what) => {
      refused = what;
    },
    idToken: (claims) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          Object.assign(
            payload,
            { iss: `${url}/tenant/v2.0`, tid: 'tenant', sub: 'subject', aud: 'of-microsoft' },
            claims,
          );
        },
      }),
    env: {
      GITLAB_CLIENT_ID: 'of-gitlab',
      GITLAB_CLIENT_SECRET: 'secret of gitlab',
      GITLAB_ISSUER: url,
      MICROSOFT_CLIENT_ID: 'of-microsoft',
      MICROSOFT_CLIENT_SECRET: 'secret of microsoft',
      MICROSOFT_AUTHORITY: url,
    },
    stop: () => server.stop(),
  };
}
