import { z } from 'zod';

/** The social sign-in providers by their client ids, with display names, in the order in which they are offered. */
export const socialProviderNames = {
  google: 'Google',
  apple: 'Apple',
  microsoft: 'Microsoft',
  facebook: 'Facebook',
  atlassian: 'Atlassian',
  cognito: 'Amazon Cognito',
  discord: 'Discord',
  figma: 'Figma',
  github: 'GitHub',
  huggingface: 'Hugging Face',
  slack: 'Slack',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'X',
  dropbox: 'Dropbox',
  kick: 'Kick',
  linear: 'Linear',
  linkedin: 'LinkedIn',
  gitlab: 'GitLab',
  tiktok: 'TikTok',
  reddit: 'Reddit',
  roblox: 'Roblox',
  salesforce: 'Salesforce',
  vk: 'VK',
  zoom: 'Zoom',
  notion: 'Notion',
  kakao: 'Kakao',
  naver: 'Naver',
  line: 'LINE',
  paypal: 'PayPal',
} as const;

export type SocialProvider = keyof typeof socialProviderNames;
export type SocialCredentials = Readonly<{ clientId: string; clientSecret: string } & Record<string, string>>;

type Name = `${Uppercase<SocialProvider>}_CLIENT_${'ID' | 'SECRET'}`;
const given = z.string().min(1).optional();
const ids = Object.keys(socialProviderNames) as SocialProvider[];
const upper = (id: SocialProvider) => id.toUpperCase() as Uppercase<SocialProvider>;

/** The environment variables of all providers: id and secret of each, and the extra ones of some. */
export const SocialVariables = {
  ...(Object.fromEntries(
    ids.flatMap((id) => [
      [`${upper(id)}_CLIENT_ID`, given],
      [`${upper(id)}_CLIENT_SECRET`, given],
    ]),
  ) as Record<Name, typeof given>),
  APPLE_APP_BUNDLE_IDENTIFIER: given,
  COGNITO_DOMAIN: given,
  COGNITO_REGION: given,
  COGNITO_USER_POOL_ID: given,
  GITLAB_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  MICROSOFT_TENANT_ID: given,
  MICROSOFT_AUTHORITY: z.url({ protocol: /^https?$/ }).optional(),
};

type Values = z.output<z.ZodObject<typeof SocialVariables>>;

/**
 * Each provider whose id and secret are set, with its extra options; Cognito only when all its location variables are
 * set.
 */
export function socialProvidersOf(e: Values): Partial<Record<SocialProvider, SocialCredentials>> {
  const extras: Partial<Record<SocialProvider, Record<string, string | undefined>>> = {
    apple: { appBundleIdentifier: e.APPLE_APP_BUNDLE_IDENTIFIER },
    cognito: { domain: e.COGNITO_DOMAIN, region: e.COGNITO_REGION, userPoolId: e.COGNITO_USER_POOL_ID },
    gitlab: { issuer: e.GITLAB_ISSUER },
    microsoft: { tenantId: e.MICROSOFT_TENANT_ID, authority: e.MICROSOFT_AUTHORITY },
    // These two providers need an option of their own.
    tiktok: { clientKey: e.TIKTOK_CLIENT_ID },
    paypal: { environment: 'live' },
  };
  const entries = ids.flatMap((id) => {
    const [clientId, clientSecret] = pairOf(e, id);
    const more = Object.entries(extras[id] ?? {}).filter(([, value]) => value !== undefined);
    const complete = id !== 'cognito' || more.length === 3;
    if (!clientId || !clientSecret || !complete) return [];
    return [[id, { clientId, clientSecret, ...Object.fromEntries(more) }]];
  });
  return Object.fromEntries(entries);
}

/** One line for each provider whose variables are only partly set. */
export function socialProblems(e: Values): string[] {
  const place = [e.COGNITO_DOMAIN, e.COGNITO_REGION, e.COGNITO_USER_POOL_ID].filter(Boolean).length;
  const places = 'COGNITO_DOMAIN, COGNITO_REGION, COGNITO_USER_POOL_ID: set all or none';
  return [
    ...ids
      .filter((id) => pairOf(e, id).filter(Boolean).length === 1)
      .map((id) => `${upper(id)}_CLIENT_ID, ${upper(id)}_CLIENT_SECRET: set both or neither`),
    ...(place === 1 || place === 2 ? [places] : []),
  ];
}

function pairOf(e: Values, id: SocialProvider) {
  return [e[`${upper(id)}_CLIENT_ID`], e[`${upper(id)}_CLIENT_SECRET`]] as const;
}
