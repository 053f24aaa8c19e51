import { isIPv6 } from 'node:net';
import { isLoopbackAddress } from '../../../platform/network/allowed-networks.js';
import { embeddedIn, hostOf } from '../../../platform/network/host-literal.js';
import type { ServerConnection } from '../../../engines/catalog-reader/target.js';
import type { Engine } from '../../../engines/catalog-reader/engine.js';
import { cut, localAddresses } from './own-server.js';

const THIS_MACHINE = 'this-machine';
const UNSPECIFIED = ['0.0.0.0', '::'];

type Server = Pick<ServerConnection, 'port' | 'database'>;

/** The key of an address as it is written, in its canonical form. */
export function writtenServerKey(engine: Engine, { host, ...server }: Server & { readonly host: string }): string {
  const read = hostOf(host);
  if (read === undefined) return keyOf(engine, host, server);
  return keyOf(engine, read.kind === 'name' ? read.name : spelled(read.address), server);
}

/** Keys of the addresses behind it: a server has many names, and this machine many addresses. */
export function addressKeys(engine: Engine, server: Server & { readonly addresses: readonly string[] }): string[] {
  return server.addresses.map((address) => keyOf(engine, spelled(address), server));
}

/** A session of PostgreSQL reads one database. One of MySQL reads all that its account may, so there the server counts. */
function keyOf(engine: Engine, host: string, { port, database }: Server): string {
  const place = `${engine}://${host}:${port}`;
  return engine === 'postgresql' ? `${place}/${cut(database)}` : place;
}

function spelled(address: string): string {
  const [embedded, ...others] = isIPv6(address) ? embeddedIn(address) : [];
  const one = embedded !== undefined && others.length === 0 ? embedded : address;
  return isLoopbackAddress(one) || UNSPECIFIED.includes(one) || localAddresses().has(one) ? THIS_MACHINE : one;
}
