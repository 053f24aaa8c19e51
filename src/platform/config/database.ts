import { tlsOf } from '../database/tls.js';
import { problemOfDatabaseUrl } from './database-url.js';
import { type Environment, isLoopback } from './environment.js';

/** In milliseconds. */
export interface DatabaseDeadlines {
  /** The server ends a statement after this time, and a transaction in which nothing happens; 0 for never. */
  readonly statementMs: number;
  /** A connection is destroyed when a statement or COMMIT waits this long without any answer; 0 for never. */
  readonly answerMs: number;
  /** How long a request waits for a connection, and how long a check of an idle connection waits for the answer. */
  readonly connectMs: number;
}

export interface DatabaseConfig extends DatabaseDeadlines {
  /** `undefined`: the embedded server under the data directory. */
  readonly url: string | undefined;
  /** The URL says nothing about encryption, and the server is not on this machine. */
  readonly isInTheClear: boolean;
  readonly poolSize: number;
  /** For a rollback: start although a newer version has added to the schema. */
  readonly allowsNewer: boolean;
  /** Standbys that answer reads which may be stale, but no older than this. */
  readonly replicas: { readonly urls: readonly string[]; readonly maxLagMs: number };
}

/** Between the server's own limit and ours, so that the server's own refusal can arrive first. */
const MARGIN_MS = 5_000;

export const USUAL_DEADLINES: DatabaseDeadlines = { statementMs: 30_000, answerMs: 35_000, connectMs: 5_000 };

export function databaseUrlOf(env: Environment): string | undefined {
  const url = env.text('DATABASE_URL');
  const problem = url === undefined ? null : problemOfDatabaseUrl(url);
  if (problem !== null) env.reject('DATABASE_URL', problem);
  return problem === null && url !== undefined ? new URL(url).href : undefined;
}

export function databaseOf(env: Environment, url: string | undefined): DatabaseConfig {
  const milliseconds = (name: string, usual: number): number => env.number(name, { min: 0.05, max: 3600, default: usual / 1000 }) * 1000;
  const statementMs = milliseconds('DATABASE_STATEMENT_TIMEOUT_SECONDS', USUAL_DEADLINES.statementMs);
  const answerMs = milliseconds('DATABASE_ANSWER_TIMEOUT_SECONDS', statementMs + MARGIN_MS);
  // Otherwise a statement that is only slow would cost its connection.
  if (answerMs <= statementMs) {
    env.reject('DATABASE_ANSWER_TIMEOUT_SECONDS', 'must be longer than DATABASE_STATEMENT_TIMEOUT_SECONDS');
  }
  refuseTls(env, 'DATABASE_URL', url);
  const replicas = replicasOf(env, url);
  return {
    url,
    poolSize: env.integer('DATABASE_POOL_SIZE', { min: 2, max: 500, default: 20 }),
    allowsNewer: env.flag('ALLOW_NEWER_DATABASE', false),
    statementMs,
    answerMs,
    connectMs: milliseconds('DATABASE_CONNECT_TIMEOUT_SECONDS', USUAL_DEADLINES.connectMs),
    replicas,
    isInTheClear: [...(url === undefined ? [] : [url]), ...replicas.urls].some(isInTheClear),
  };
}

function isInTheClear(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host !== '' && !host.startsWith('/') && !isLoopback(host) && !searchParams.has('sslmode');
}

function replicasOf(env: Environment, url: string | undefined): DatabaseConfig['replicas'] {
  const name = 'DATABASE_REPLICA_URLS';
  const urls = env.list(name);
  if (urls.length > 0 && url === undefined) env.reject(name, 'needs DATABASE_URL: the embedded server has no replica');
  for (const one of urls) {
    const problem = problemOfDatabaseUrl(one);
    if (problem === null) refuseTls(env, name, one);
    else env.reject(name, problem.replace('must be a URL that starts', 'must be URLs, separated by commas, that start'));
  }
  const maxLag = env.number('DATABASE_REPLICA_MAX_LAG_SECONDS', { min: 0.1, max: 3600, default: 5 });
  return { urls, maxLagMs: maxLag * 1000 };
}

function refuseTls(env: Environment, name: string, url: string | undefined): void {
  if (url === undefined) return;
  const { searchParams } = new URL(url);
  // An operator who has set it for other programs would believe that the connection is encrypted.
  if (env.text('PGSSLMODE') !== undefined && !searchParams.has('sslmode'))
    env.reject('PGSSLMODE', `is not read: say it in ${name}, as in ?sslmode=verify-full`);
  try {
    tlsOf(new URL(url));
  } catch (error) {
    env.reject(name, `cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}
