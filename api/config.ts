import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import {
  type SocialCredentials,
  type SocialProvider,
  SocialVariables,
  socialProblems,
  socialProvidersOf,
} from './social-providers.ts';

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((item) => item.trim()))
  .transform((items) => items.filter(Boolean));
/** A path, a query or a user name in the URL is an error, because it would be dropped silently. */
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine((url) => url.href === `${url.origin}/`, 'must be an origin like https://evertold.example')
  .transform((url) => url.origin);
const optional = z.string().min(1).optional();

/** Every environment variable a running server reads; `.env.example` lists the same. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(3000),
  HOST: z
    .string()
    .refine((host) => isIP(host) || z.hostname().safeParse(host).success, 'must be an address or a host name')
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  WEB_ORIGINS: list.pipe(z.array(origin)),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_ADMIN_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
  ADMIN_EMAILS: list.pipe(z.array(z.email().transform((email) => email.toLowerCase()))),
  ADMIN_USER_IDS: list,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: optional,
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Evertold <evertold@localhost>'),
  TELEPHONY: z.enum(['twilio', 'loopback', 'none']).optional(),
  TWILIO_ACCOUNT_SID: optional,
  TWILIO_AUTH_TOKEN: optional,
  TWILIO_PHONE_NUMBER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone like +12025550100')
    .optional(),
  TWILIO_USD_PER_MINUTE: z.coerce.number().positive().max(100).optional(),
  TWILIO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  TRUSTED_PROXIES: list.pipe(
    z.array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or ranges, parted by commas'),
    ),
  ),
  METRICS_TOKEN: z.string().min(16).optional(),
  ALLOW_PRIVATE_ADDRESSES: z.enum(['yes', 'no']).default('no'),
  CALL_FILLERS: z.enum(['yes', 'no']).default('no'),
  MODEL_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MODEL_NAME: optional,
  TRANSCRIBE_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRANSCRIBE_MODEL: optional,
  TRANSCRIBE_KEY: optional,
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  ...SocialVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type TwilioConfig = {
  kind: 'twilio';
  accountSid: string;
  authToken: string;
  phoneNumber: string;
  apiUrl: string;
};

export type Config = Readonly<{
  port: number;
  host: string;
  /** The address in links, cookies and callbacks. With port 0 it is known only once the server listens. */
  publicUrl: string;
  webOrigins: readonly string[];
  dataDir: string;
  database: { kind: 'embedded' } | { kind: 'url'; url: string; adminUrl: string };
  role: 'web' | 'worker' | 'all';
  /** The Redis that several processes share; with null, events and limits stay in the process. */
  redisUrl: string | null;
  authSecret: string;
  adminEmails: readonly string[];
  adminUserIds: readonly string[];
  mail: { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string };
  sms: { kind: 'outbox' } | TwilioConfig;
  /** With `loopback`, calls can be tried in the browser; with `none`, there are no calls at all. */
  telephony: { kind: 'loopback' } | { kind: 'none' } | TwilioConfig;
  /** Whether a caller hears a short “mm” while a model takes long to answer. */
  callFillers: boolean;
  /** The price of a call per minute; null when it is not known. */
  callUsdPerMinute: number | null;
  storage:
    | { kind: 'disk' }
    | {
        kind: 's3';
        endpoint: string;
        region: string;
        bucket: string;
        accessKeyId: string;
        secretAccessKey: string;
      };
  trustedProxies: readonly string[];
  metricsToken: string | null;
  allowPrivateAddresses: boolean;
  /** The model created at the first start; null means the built-in interviewer and writer. */
  firstModel: { baseUrl: string; modelName: string; apiKeyEnv: string | null } | null;
  /** The values of MODEL_KEY_… by variable name: the only keys a model may use. */
  modelKeys: Readonly<Record<string, string>>;
  /** The service that transcribes old recordings; with null, the family types the words. */
  transcription: { baseUrl: string; model: string; apiKey: string | null } | null;
  /** The configured social sign-in providers. */
  socialProviders: Readonly<Partial<Record<SocialProvider, SocialCredentials>>>;
  rateLimit: boolean;
  logLevel: string;
  /** The address of the OpenTelemetry collector; null turns tracing off. */
  traces: string | null;
  production: boolean;
  demo: boolean;
  /** Whether the demo plays a phone service: unless one is set, or TELEPHONY says that there is none. */
  demoPhones: boolean;
}>;

/** Reads the environment once; throws a ConfigError with one line for each wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv, { demo = false }: { demo?: boolean } = {}): Config {
  // An empty variable counts as unset, because docker compose passes unset variables as empty.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(given);
  const problems = result.success
    ? rules(result.data, demo)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || problems.length) throw new ConfigError(problems);
  const e = result.data;

  const dataDir = path.resolve(e.DATA_DIR);
  const modelKeys = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[0].startsWith('MODEL_KEY_')),
  );
  return Object.freeze({
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    webOrigins: e.WEB_ORIGINS,
    dataDir,
    database: e.DATABASE_URL
      ? { kind: 'url' as const, url: e.DATABASE_URL, adminUrl: e.DATABASE_ADMIN_URL ?? e.DATABASE_URL }
      : { kind: 'embedded' as const },
    role: e.ROLE,
    redisUrl: e.REDIS_URL ?? null,
    authSecret: e.AUTH_SECRET ?? loadOrCreateSecret(dataDir),
    adminEmails: e.ADMIN_EMAILS,
    adminUserIds: e.ADMIN_USER_IDS,
    mail: e.SMTP_URL
      ? { kind: 'smtp' as const, url: e.SMTP_URL, from: e.MAIL_FROM }
      : { kind: 'outbox' as const },
    sms: smsOf(e) ?? { kind: 'outbox' as const },
    telephony: telephonyOf(e),
    callFillers: e.CALL_FILLERS === 'yes',
    callUsdPerMinute: e.TWILIO_USD_PER_MINUTE ?? null,
    storage: storageOf(e) ?? { kind: 'disk' as const },
    trustedProxies: e.TRUSTED_PROXIES,
    metricsToken: e.METRICS_TOKEN ?? null,
    allowPrivateAddresses: e.ALLOW_PRIVATE_ADDRESSES === 'yes',
    firstModel:
      e.MODEL_BASE_URL && e.MODEL_NAME
        ? {
            baseUrl: e.MODEL_BASE_URL,
            modelName: e.MODEL_NAME,
            apiKeyEnv: modelKeys.MODEL_KEY_DEFAULT ? 'MODEL_KEY_DEFAULT' : null,
          }
        : null,
    modelKeys,
    transcription:
      e.TRANSCRIBE_BASE_URL && e.TRANSCRIBE_MODEL
        ? { baseUrl: e.TRANSCRIBE_BASE_URL, model: e.TRANSCRIBE_MODEL, apiKey: e.TRANSCRIBE_KEY ?? null }
        : null,
    socialProviders: socialProvidersOf(e),
    rateLimit: e.RATE_LIMIT === 'on',
    logLevel: e.LOG_LEVEL,
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    production: isProduction(e),
    demo,
    demoPhones: demo && e.TELEPHONY === undefined && !e.TWILIO_ACCOUNT_SID,
  });
}

/**
 * Deletes the variables that Better Auth would read by itself without our checks: secrets that would override ours,
 * trusted origins, and telemetry.
 */
export function deleteBetterAuthVariables(env: NodeJS.ProcessEnv) {
  for (const name of Object.keys(env)) if (name.startsWith('BETTER_AUTH_')) delete env[name];
}

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
}

type Values = z.output<typeof Environment>;

const bucketNames = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Null when only some of the bucket's variables are set. */
function storageOf(e: Values): Config['storage'] | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = e;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (endpoint && region && bucket && accessKeyId && secretAccessKey) {
    return { kind: 's3', endpoint, region, bucket, accessKeyId, secretAccessKey };
  }
  return bucketNames.some((name) => e[name]) ? null : { kind: 'disk' };
}

const carrierNames = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_PHONE_NUMBER'] as const;

/** Null when only some of the carrier's variables are set. */
function smsOf(e: Values): Config['sms'] | null {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_PHONE_NUMBER: phoneNumber,
  } = e;
  if (accountSid && authToken && phoneNumber) {
    return { kind: 'twilio', accountSid, authToken, phoneNumber, apiUrl: e.TWILIO_API_URL };
  }
  return carrierNames.some((name) => e[name]) ? null : { kind: 'outbox' };
}

/** The phone service follows TELEPHONY, and without it the carrier. */
function telephonyOf(e: Values): Config['telephony'] {
  const carrier = smsOf(e);
  if (carrier?.kind === 'twilio' && (e.TELEPHONY ?? 'twilio') === 'twilio') return carrier;
  return { kind: e.TELEPHONY === 'none' ? 'none' : 'loopback' };
}

function isProduction(e: Values): boolean {
  return e.NODE_ENV === 'production' || (!!e.PUBLIC_URL && !isLoopback(new URL(e.PUBLIC_URL).hostname));
}

/** Whether a host name or address is loopback. A name such as 127.0.0.1.example is not. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function rules(e: Values, demo: boolean): string[] {
  const production = isProduction(e);
  const senderHost = /@([^>\s]+)/.exec(e.MAIL_FROM)?.[1] ?? 'localhost';
  return [
    production && !e.AUTH_SECRET && 'AUTH_SECRET: must be set in production',
    production && e.RATE_LIMIT === 'off' && 'RATE_LIMIT: can not be off in production',
    production && demo && 'the demo is refused in production',
    demo && !isLoopback(e.HOST) && 'HOST: the demo needs a loopback address',
    e.ROLE !== 'all' && !e.DATABASE_URL && 'ROLE: other than "all" needs DATABASE_URL',
    production &&
      e.ROLE !== 'all' &&
      !e.REDIS_URL &&
      'REDIS_URL: must be set in production when ROLE is not "all", as there are several processes',
    production &&
      !!e.SMTP_URL &&
      isLoopback(senderHost) &&
      'MAIL_FROM: must be an address of yours, and not of localhost, in production where SMTP_URL is set',
    !!e.DATABASE_ADMIN_URL && !e.DATABASE_URL && 'DATABASE_URL: DATABASE_ADMIN_URL is nothing without it',
    smsOf(e) === null && `${carrierNames.join(', ')}: set all or none`,
    e.TELEPHONY === 'twilio' && !e.TWILIO_ACCOUNT_SID && `TELEPHONY: twilio needs ${carrierNames.join(', ')}`,
    storageOf(e) === null && `${bucketNames.join(', ')}: set all or none`,
    !!e.MODEL_BASE_URL !== !!e.MODEL_NAME && 'MODEL_BASE_URL, MODEL_NAME: set both or neither',
    !!e.TRANSCRIBE_BASE_URL !== !!e.TRANSCRIBE_MODEL &&
      'TRANSCRIBE_BASE_URL, TRANSCRIBE_MODEL: set both or neither',
    !!e.TRANSCRIBE_KEY &&
      !e.TRANSCRIBE_BASE_URL &&
      'TRANSCRIBE_BASE_URL: TRANSCRIBE_KEY is nothing without it',
    ...socialProblems(e),
  ].filter((line): line is string => !!line);
}

/** The secret of a server without AUTH_SECRET: generated once and stored in the data folder. */
function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret');
  const kept = readSecret(file);
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true });
  // Written to a temporary file first: a killed process leaves no half-written secret.
  const writing = `${file}.${process.pid}.part`;
  writeFileSync(writing, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(writing, file);
  } catch {
    // Another process created the secret first, and that one is used; or the file system has no hard links.
    if (!readSecret(file)) renameSync(writing, file);
  } finally {
    rmSync(writing, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function readSecret(file: string): string | null {
  try {
    const secret = readFileSync(file, 'utf8');
    return secret.length >= 32 ? secret : null;
  } catch {
    return null;
  }
}
