import { isIP, Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import type { ServerTarget } from '../target.js';
import { MOST_ADDRESSES, Wire } from '../wire.js';
import { ConnectingFailed, isRefusalWithoutTls, mayTryNextAddress, WantsTls } from './faults.js';

export interface Connected {
  readonly client: Client;
  readonly wire: Wire;
  readonly address: string;
}

/** What a connection is for, as the source sees it. */
export interface Purpose {
  readonly applicationName: string;
  /** Statements are sent without waiting for the answer to those before; cursors cannot be read then. */
  readonly pipeline: boolean;
}

export const DISCOVERY: Purpose = { applicationName: 'headgate-discovery', pipeline: true };

/**
 * Tries one address after the other while they cannot be reached; a refusal by one that answers is final.
 * @throws ConnectingFailed
 */
export async function connect(
  server: ServerTarget['server'],
  timeoutMs: number,
  stop?: AbortSignal,
  purpose = DISCOVERY,
): Promise<Connected> {
  let failure = new ConnectingFailed(undefined);
  for (const address of server.addresses.slice(0, MOST_ADDRESSES)) {
    if (stop?.aborted === true) break;
    try {
      return await connectTo(address, server, purpose, timeoutMs, stop);
    } catch (error) {
      const wantsTls = server.tls.mode === 'disable' && isRefusalWithoutTls(error);
      failure = new ConnectingFailed(wantsTls ? new WantsTls() : error);
      if (!mayTryNextAddress(failure)) break;
    }
  }
  throw failure;
}

async function connectTo(
  address: string,
  server: ServerTarget['server'],
  purpose: Purpose,
  timeoutMs: number,
  stop: AbortSignal | undefined,
): Promise<Connected> {
  const socket = new Socket();
  const client = new Client({
    host: address,
    port: server.port,
    database: server.database,
    user: server.username,
    // The driver would fill an empty value from PGPASSWORD or .pgpass, and send a secret of this installation to a stranger.
    password: () => server.password ?? '',
    ssl: tlsOptions(server),
    stream: () => socket,
    application_name: purpose.applicationName,
    keepAlive: true,
    pipeline: purpose.pipeline,
    // Text as it comes: we parse the catalog, not the driver.
    types: { getTypeParser: () => asText },
  });
  // Between two statements no caller waits for it; the next statement fails with it.
  client.on('error', () => undefined);
  const wire = new Wire(socket);
  await wire.orCut(client.connect(), timeoutMs, stop);
  return { client, wire, address };
}

function asText(value: string): string {
  return value;
}

function tlsOptions({ tls, name }: ServerTarget['server']): ConnectionOptions | false {
  if (tls.mode === 'disable') return false;
  const options: ConnectionOptions = {
    rejectUnauthorized: tls.mode !== 'require',
    checkServerIdentity: (_, certificate) => (tls.mode === 'verify-full' ? checkServerIdentity(name, certificate) : undefined),
    ...(tls.ca === null ? {} : { ca: tls.ca }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert, key: tls.key }),
  };
  return isIP(name) === 0 ? { ...options, servername: name } : options;
}
