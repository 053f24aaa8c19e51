import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type DatabaseConfig, databaseOf, databaseUrlOf } from './database.js';
import { type DataSourcesConfig, dataSourcesOf } from './data-sources.js';
import { Environment, isLoopback } from './environment.js';
import { isUnspecified, localOrigin } from './local-origin.js';
import { type LanguageModelConfig, languageModelOf } from './language-model.js';
import { type AskConfig, askOf } from './ask.js';
import { type AuditConfig, auditOf } from './audit.js';
import { type IconsConfig, iconsOf } from './icons.js';
import { type MailConfig, mailOf } from './mail.js';
import { type ManagementConfig, managementOf } from './management.js';
import { proxiesOf } from './proxies.js';
import { type SsoConfig, ssoOf } from './sso.js';

const LOG_FORMATS = ['auto', 'json', 'text'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MODES = ['production', 'development', 'test'] as const;
const DAY_SECONDS = 86_400;

/** Everything that can be configured, validated and frozen; also the DI token. Seconds unless a name says otherwise. */
export abstract class Config {
  abstract readonly mode: (typeof MODES)[number];
  abstract readonly http: {
    readonly host: string;
    readonly port: number;
    /** Origin without a trailing slash; issuer of the tokens. */
    readonly publicUrl: string;
    /** Others can reach the service, and nobody has said by which address. */
    readonly isAddressUnknown: boolean;
    /** Where the pages for people are, without a slash at the end: `publicUrl`, or the installation's own front end. */
    readonly pagesUrl: string;
    readonly corsOrigins: readonly string[];
    /** Number of proxy hops, or the addresses of the proxies; `false` ignores forwarded headers. */
    readonly trustProxy: number | readonly string[] | false;
    /** The header in which a trusted proxy names the country of the client, or `null`. */
    readonly countryHeader: string | null;
    /** Whether other machines can reach the service: by `host`, by `publicUrl`, or through a proxy. */
    readonly isOpen: boolean;
    /** Production over plain http, because the operator has confirmed it. */
    readonly isInsecure: boolean;
    /** Whether the service shows its own pages to people. */
    readonly pages: boolean;
    /** How long a resting connection stays open. */
    readonly keepAliveSeconds: number;
  };
  abstract readonly database: DatabaseConfig;
  abstract readonly shutdown: { readonly graceSeconds: number; readonly drainSeconds: number };
  abstract readonly dataDirectory: string;
  abstract readonly demo: boolean;
  /** An identity provider, a name server and a language model of its own, on loopback, and pages that show mails. */
  abstract readonly demoStandIns: boolean;
  /** Comma-separated `HEADGATE_MASTER_KEY`: the first seals, all open. `undefined`: a key file in the data directory. */
  abstract readonly masterKeys: readonly string[] | undefined;
  abstract readonly mail: MailConfig;
  abstract readonly metrics: { readonly token: string | undefined };
  /** A port of their own for health and metrics. */
  abstract readonly management: ManagementConfig | undefined;
  abstract readonly passwords: { readonly bcryptCost: number };
  abstract readonly sessions: { readonly idleSeconds: number; readonly absoluteSeconds: number };
  /** W3C Web Authentication: the domain that passkeys belong to, and the pages that may use them. */
  abstract readonly webauthn: { readonly rpId: string; readonly origins: readonly string[] };
  abstract readonly dataSources: DataSourcesConfig;
  /** Speaks the chat completions of OpenAI. `undefined`: there is none. */
  abstract readonly languageModel: LanguageModelConfig | undefined;
  abstract readonly audit: AuditConfig;
  abstract readonly icons: IconsConfig;
  /** How many days the record of who queried what is kept. */
  abstract readonly queries: { readonly historyDays: number };
  abstract readonly ask: AskConfig;
  /** How many days the decisions of access policies are kept. */
  abstract readonly policies: { readonly decisionDays: number };
  /** How many days the requests of provisioning clients are kept. */
  abstract readonly scim: { readonly eventDays: number };
  abstract readonly sso: SsoConfig;
  abstract readonly rateLimitMultiplier: number;
  /** Whether spans are sent; the standard variables of OpenTelemetry, which its packages read, say where and how. */
  abstract readonly isTraced: boolean;
  abstract readonly logLevel: (typeof LOG_LEVELS)[number];
  /** `auto`: text at a terminal, else JSON. */
  abstract readonly logFormat: (typeof LOG_FORMATS)[number];
}

/**
 * The only reader of environment variables.
 * @throws ConfigurationInvalid with every problem at once
 */
export function loadConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const mode = env.oneOf('NODE_ENV', MODES, 'development');
  const production = mode === 'production';
  const databaseUrl = databaseUrlOf(env);
  const host = env.text('HOST') ?? 'localhost';
  const port = env.integer('PORT', { min: 0, max: 65_535, default: 3000 });
  const publicUrl = env.url('PUBLIC_URL', ['http:', 'https:']);

  if (production && env.text('DATABASE_URL') === undefined && !env.flag('HEADGATE_EMBEDDED', false)) {
    env.reject('DATABASE_URL', 'is required in production (or HEADGATE_EMBEDDED=true to run the embedded server anyway)');
  }
  if (production && publicUrl === undefined) env.reject('PUBLIC_URL', 'is required in production');
  if (publicUrl !== undefined && (publicUrl.pathname !== '/' || publicUrl.search !== '' || publicUrl.username !== '')) {
    env.reject('PUBLIC_URL', 'must be an origin such as https://headgate.example, without a path');
  }
  if (publicUrl !== undefined && isUnspecified(publicUrl.hostname))
    env.reject('PUBLIC_URL', 'must be the address that people open in their browsers: this one is only for HOST, and leads nowhere');
  const isInsecure = production && publicUrl?.protocol === 'http:';
  if (isInsecure && !env.flag('ALLOW_INSECURE_PUBLIC_URL', false)) {
    env.reject(
      'PUBLIC_URL',
      'must be https in production, for passwords and tokens pass there (or ALLOW_INSECURE_PUBLIC_URL=true if http is meant)',
    );
  }
  const masterKeys = masterKeysOf(env, production && databaseUrl !== undefined);

  const origin = publicUrl?.origin ?? localOrigin(host, port);
  const clientUrl = clientUrlOf(env, production);
  const pagesUrl = clientUrl?.href.replace(/\/$/, '') ?? origin;
  const corsOrigins = corsOriginsOf(env, clientUrl);
  const proxies = proxiesOf(env);
  const isOpen = !isLoopback(host) || !isLoopback(new URL(origin).hostname) || proxies.trustProxy !== false;

  const dataDirectory = resolve(env.text('HEADGATE_DATA_DIR') ?? '.data');
  const isLocal = databaseUrl === undefined && !production;
  // Its secrets are published: if others can reach the service, it must be enabled expressly and gets its own secrets.
  const demo = env.flag('HEADGATE_DEMO', isLocal && !isOpen);
  const demoStandIns = demoStandInsOf(env, demo && isLocal, demo && !production && !isOpen);

  const config: Config = {
    mode,
    http: {
      host,
      port,
      publicUrl: origin,
      isAddressUnknown: publicUrl === undefined && !isLoopback(host),
      pagesUrl,
      corsOrigins,
      ...proxies,
      isOpen,
      isInsecure,
      pages: env.flag('HEADGATE_PAGES', true),
      keepAliveSeconds: env.integer('KEEP_ALIVE_SECONDS', { min: 5, max: 3600, default: 65 }),
    },
    database: databaseOf(env, databaseUrl),
    shutdown: {
      graceSeconds: env.integer('SHUTDOWN_GRACE_SECONDS', { min: 0, max: 300, default: production ? 10 : 0 }),
      drainSeconds: env.integer('SHUTDOWN_DRAIN_SECONDS', { min: 0, max: 900, default: 20 }),
    },
    dataDirectory,
    demo,
    demoStandIns,
    masterKeys,
    mail: mailOf(env),
    metrics: metricsOf(env),
    management: managementOf(env, port),
    passwords: { bcryptCost: env.integer('BCRYPT_COST', { min: 10, max: 16, default: 10 }) },
    sessions: {
      idleSeconds: env.integer('SESSION_IDLE_DAYS', { min: 1, max: 90, default: 7 }) * DAY_SECONDS,
      absoluteSeconds: env.integer('SESSION_ABSOLUTE_DAYS', { min: 1, max: 365, default: 30 }) * DAY_SECONDS,
    },
    webauthn: webauthnOf(env, new URL(origin), corsOrigins),
    dataSources: dataSourcesOf(env, dataDirectory, isLocal),
    languageModel: languageModelOf(env),
    audit: auditOf(env, dataDirectory, isLocal || demoStandIns),
    icons: iconsOf(env, dataDirectory),
    queries: { historyDays: env.integer('QUERY_HISTORY_DAYS', { min: 1, max: 3650, default: 90 }) },
    ask: askOf(env),
    policies: { decisionDays: env.integer('POLICY_DECISION_DAYS', { min: 1, max: 365, default: 30 }) },
    scim: { eventDays: env.integer('SCIM_EVENT_DAYS', { min: 1, max: 3650, default: 90 }) },
    sso: ssoOf(env, { origin, pagesUrl }, isLocal || demoStandIns),
    rateLimitMultiplier: env.number('RATE_LIMIT_MULTIPLIER', { min: 0.1, max: 1_000_000, default: 1 }),
    isTraced: isTraced(env),
    logLevel: env.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logFormat: env.oneOf('LOG_FORMAT', LOG_FORMATS, 'auto'),
  };
  env.complete();
  return deepFreeze(config);
}

/** @param isPossible in a demo that only its own machine reaches: with the stand-ins, anyone can sign in as anyone */
function demoStandInsOf(env: Environment, isUsual: boolean, isPossible: boolean): boolean {
  const isWanted = env.flag('HEADGATE_DEMO_STAND_INS', isUsual && isPossible);
  if (isWanted && !isPossible)
    env.reject(
      'HEADGATE_DEMO_STAND_INS',
      'must not be true in production, where others reach the service, or without the demo: anyone can sign in as anyone',
    );
  return isWanted;
}

function isTraced(env: Environment): boolean {
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const named = endpoints.filter((name) => env.url(name, ['http:', 'https:']) !== undefined);
  return named.length > 0 && !env.flag('OTEL_SDK_DISABLED', false);
}

function masterKeysOf(env: Environment, required: boolean): readonly string[] | undefined {
  const keys = env.list('HEADGATE_MASTER_KEY');
  if (keys.some((key) => !/^[A-Za-z0-9+/_-]{43}=?$/.test(key))) {
    env.reject('HEADGATE_MASTER_KEY', 'must be 32 random bytes in base64 (openssl rand -base64 32); a comma separates older keys');
  }
  if (required && keys.length === 0) {
    env.reject('HEADGATE_MASTER_KEY', 'is required in production: 32 random bytes in base64 (openssl rand -base64 32)');
  }
  return keys.length === 0 ? undefined : keys;
}

function corsOriginsOf(env: Environment, clientUrl: URL | undefined): readonly string[] {
  const origins = env.list('CORS_ORIGINS');
  // "*" would be sent along with credentials, which browsers refuse and reviewers rightly fear.
  if (origins.some((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)) {
    env.reject('CORS_ORIGINS', 'must be a comma-separated list of origins such as https://app.example');
  }
  return clientUrl === undefined ? origins : [...new Set([clientUrl.origin, ...origins])];
}

/** Mailed links lead there and carry tokens. */
function clientUrlOf(env: Environment, production: boolean): URL | undefined {
  const url = env.url('CLIENT_URL', ['http:', 'https:']);
  if (url === undefined) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    env.reject('CLIENT_URL', 'must be an address such as https://app.example or https://app.example/people, without a query');
  }
  if (production && url.protocol === 'http:' && !env.flag('ALLOW_INSECURE_PUBLIC_URL', false)) {
    env.reject('CLIENT_URL', 'must be https in production, because passwords and tokens pass there');
  }
  return url;
}

function webauthnOf(env: Environment, publicUrl: URL, corsOrigins: readonly string[]): Config['webauthn'] {
  // Browsers accept no IP address as a relying party; on a developer's machine they accept "localhost".
  const isAddress = isIP(publicUrl.hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const host = isAddress ? 'localhost' : publicUrl.hostname;
  const rpId = env.text('WEBAUTHN_RP_ID') ?? host;
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(rpId)) {
    env.reject('WEBAUTHN_RP_ID', 'must be a domain such as corp.example, without scheme and port');
  }
  const own = isAddress ? [publicUrl.origin, publicUrl.origin.replace(publicUrl.hostname, host)] : [publicUrl.origin];
  return { rpId, origins: [...own, ...corsOrigins] };
}

function metricsOf(env: Environment): Config['metrics'] {
  const token = env.text('METRICS_TOKEN');
  if (token !== undefined && token.length < 16) env.reject('METRICS_TOKEN', 'must have 16 characters or more');
  return { token };
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
