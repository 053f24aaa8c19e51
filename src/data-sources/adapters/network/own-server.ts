import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { OwnDatabase } from '../../../platform/database/own-database.js';
import type { ServerConnection } from '../../../engines/catalog-reader/target.js';
import { isLoopbackAddress } from '../../../platform/network/allowed-networks.js';
import { hostOf } from '../../../platform/network/host-literal.js';
import { HostResolver } from '../../../platform/network/host-resolver.js';

/** PostgreSQL silently cuts longer names off. */
const LONGEST_NAME = 63;

/** The database server that the service itself uses, recognised under every name and address it may be given. */
@Injectable()
export class OwnServer {
  private lastKnown: readonly string[] = [];

  constructor(
    private readonly own: OwnDatabase,
    private readonly resolver: HostResolver,
  ) {}

  /** Whether it is the service's own database, or the service's own account on that server, which sees far too much. */
  async isOwn(connection: ServerConnection, addresses: readonly string[]): Promise<boolean> {
    if (connection.port !== this.own.port) return false;
    const isForbidden = cut(connection.database) === cut(this.own.database) || this.isOwnAccount(connection.username);
    return isForbidden && (await this.mayBeHere(addresses));
  }

  isOwnAccount(username: string): boolean {
    return cut(username) === cut(this.own.username);
  }

  /** Where the sample database is: beside our own. */
  async address(): Promise<Pick<OwnDatabase, 'port' | 'tls'> & { name: string; addresses: readonly string[] }> {
    const { host, port, tls } = this.own;
    return { name: host, port, tls, addresses: await this.addresses() };
  }

  private async mayBeHere(addresses: readonly string[]): Promise<boolean> {
    const own = await this.addresses();
    // The address of our own server is not known, so it could be anywhere.
    if (own.length === 0) return true;
    const local = localAddresses();
    const isLocal = (address: string): boolean => isLoopbackAddress(address) || local.has(address);
    // A server of this machine may listen on all of its addresses.
    if (own.some(isLocal)) return addresses.some((address) => isLocal(address) || own.includes(address));
    return addresses.some((address) => own.includes(address));
  }

  private async addresses(): Promise<readonly string[]> {
    const { host } = this.own;
    // A host that is a directory means the socket of a server on this machine.
    if (host.startsWith('/')) return ['127.0.0.1'];
    const found = isIP(host) !== 0 ? [host] : await this.resolver.addressesOf(host, 'own database');
    if (found.length > 0) this.lastKnown = found.map(canonical);
    return this.lastKnown;
  }
}

/** @param address as the system answers it */
export function canonical(address: string): string {
  const host = hostOf(address.split('%')[0] ?? '');
  return host?.kind === 'address' ? host.address : address;
}

/** Addresses of all interfaces of this machine. */
export function localAddresses(): ReadonlySet<string> {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(interfaces.map(({ address }) => canonical(address)));
}

/** A name as PostgreSQL compares it. */
export function cut(name: string): string {
  return Buffer.from(name).subarray(0, LONGEST_NAME).toString('latin1');
}
