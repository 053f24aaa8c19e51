import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorCode, reasonOf } from './errors.js';
import { SUPERUSER } from './initialise-cluster.js';
import { type Cluster, findPostmaster, launchPostmaster, NotYet, type Postmaster } from './postmaster.js';

export const DATABASE = 'headgate';

const START_PATIENCE_MS = 120_000;

/** Adopts the server that runs on the cluster or starts one; the caller holds the start lock. */
export async function ensureRunning(
  cluster: Cluster,
  choosePort: () => Promise<number>,
  patience = START_PATIENCE_MS,
): Promise<Postmaster> {
  const deadline = Date.now() + patience;
  for (let pause = 25; ; pause = Math.min(pause * 2, 1000)) {
    try {
      const postmaster = (await findPostmaster(cluster)) ?? (await launchPostmaster(cluster, await choosePort()));
      await prepareDatabase(cluster, postmaster.port);
      return postmaster;
    } catch (error) {
      if (!(error instanceof NotYet) || Date.now() > deadline) throw error;
      await sleep(pause);
    }
  }
}

export function urlOf(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Proves that the answering server is this cluster and knows our password; creates the database if a killed start did not get that far. */
async function prepareDatabase({ home, password }: Cluster, port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres'),
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks also rejects the query in progress, which is where it is handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string; present: boolean }>(
      `select current_setting('data_directory') as directory,
              exists (select from pg_database where datname = $1) as present`,
      [DATABASE],
    );
    const [found] = rows;
    if (found === undefined || (await realpath(found.directory)) !== home.data) {
      throw new Error(`Port ${port} answers for another cluster than ${home.data}`);
    }
    if (!found.present) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    throw explain(error, home.data);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function explain(error: unknown, data: string): unknown {
  const notYet = new NotYet(`The server on ${data} does not take connections`, { cause: error });
  switch (errorCode(error)) {
    case '28P01':
      return new Error(`The server on ${data} refuses the recorded password: was it changed by hand?`, {
        cause: error,
      });
    // Shutting down or starting, too many clients, no longer listening: all of these pass.
    case '57P01':
    case '57P03':
    case '53300':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return notYet;
    default:
      // The driver gives no code when the server goes away in the middle of a query.
      return reasonOf(error).startsWith('Connection terminated') ? notYet : error;
  }
}
