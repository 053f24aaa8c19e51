import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { DomainError, ValidationFailed } from '../../../shared/domain-error.js';
import { type GivenSource, type LeadingSource, type Located, Targets, withPassword } from '../../application/ports/targets.js';
import type { Target } from '../../../engines/catalog-reader/target.js';
import { DataSources } from '../../application/ports/data-sources.js';
import { HostNotAllowed, SourceFailed } from '../../domain/data-source.errors.js';
import { type DataSource, SAMPLE_DATABASE, SAMPLE_HOST, isFileConnection } from '../../domain/data-source.js';
import type { ServerConnection } from '../../../engines/catalog-reader/target.js';
import { type DataKeys, joined } from '../../domain/same-data.js';
import { AllowedNetworks } from '../../../platform/network/allowed-networks.js';
import { type Host, hostOf } from '../../../platform/network/host-literal.js';
import { HostResolver } from '../../../platform/network/host-resolver.js';
import { OwnServer, canonical } from './own-server.js';
import { addressKeys, writtenServerKey } from './server-keys.js';
import { SourceFiles } from './source-files.js';

/** Their addresses are refused anyway, so these names need no look-up. */
const METADATA_NAMES = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.tencentyun.com',
]);

@Injectable()
export class VettedTargets extends Targets {
  private readonly networks: AllowedNetworks;

  constructor(
    private readonly config: Config,
    private readonly sources: DataSources,
    private readonly resolver: HostResolver,
    private readonly ownServer: OwnServer,
    private readonly files: SourceFiles,
  ) {
    super();
    this.networks = new AllowedNetworks(config.dataSources.networks);
  }

  assertAllowed({ engine, connection }: Pick<DataSource, 'engine' | 'connection'>): void {
    if (isFileConnection(connection)) {
      if (this.files.isPath(connection.file)) return;
      const message = 'Give a relative path with forward slashes, without "." and "..".';
      throw new ValidationFailed([{ field: 'connection.file', message }]);
    }
    const host = hostOf(connection.host);
    if (host === undefined) throw new ValidationFailed([{ field: 'connection.host', message: 'Must be a host name or an IP address.' }]);
    if (isSample(host)) this.assertSample(engine, connection);
    else this.assertHost(host);
  }

  async place({ organizationId, engine, connection }: GivenSource): Promise<Located> {
    if (isFileConnection(connection)) return { engine, file: await this.files.locate(organizationId, connection.file) };
    return { engine, server: await this.server({ organizationId, engine }, connection) };
  }

  async locate(source: DataSource): Promise<Target> {
    const located = await this.place(source);
    if ('file' in located) return located;
    // While names were looked up, the data source may have been pointed elsewhere, with another password.
    return withPassword(located, await this.sources.passwordOf(source.id, source.version));
  }

  async locateGiven(source: GivenSource, password: string | null): Promise<Target> {
    return withPassword(await this.place(source), password);
  }

  async dataKeysOf(source: LeadingSource, located?: Located): Promise<DataKeys> {
    const written = this.writtenKeysOf(source);
    const found = located === undefined ? await this.foundKeys(source) : await this.keysOfTarget(source, located);
    return found.length === 0 ? written : { keys: joined(written.keys, found), isFound: true };
  }

  writtenKeysOf({ engine, connection }: LeadingSource): DataKeys {
    if (isFileConnection(connection)) return { keys: [this.files.writtenKey(connection.file)], isFound: false };
    const host = hostOf(connection.host);
    // An address needs no look-up, and nothing is ever read from an invalid host or from a metadata service.
    const isName = host?.kind === 'name' && !METADATA_NAMES.has(host.name);
    return { keys: [writtenServerKey(engine, connection)], isFound: !isName };
  }

  /** Keys of all addresses, even those not allowed now: they may be allowed for another source. Empty if it cannot be found. */
  private async foundKeys({ organizationId, engine, connection }: LeadingSource): Promise<readonly string[]> {
    try {
      if (isFileConnection(connection)) {
        const file = await this.files.locate(organizationId, connection.file);
        return await this.files.keysOf(organizationId, file);
      }
      const host = hostOf(connection.host);
      if (host === undefined || (host.kind === 'name' && METADATA_NAMES.has(host.name))) return [];
      const { port, database } = connection;
      const server = isSample(host) ? await this.ownServer.address() : { port, addresses: await this.addressesOf(host, organizationId) };
      return addressKeys(engine, { ...server, database });
    } catch (error) {
      if (error instanceof DomainError) return [];
      throw error;
    }
  }

  private async keysOfTarget({ organizationId, engine }: LeadingSource, target: Located): Promise<readonly string[]> {
    return 'file' in target ? this.files.keysOf(organizationId, target.file) : addressKeys(engine, target.server);
  }

  private async server(
    { engine, organizationId }: Pick<DataSource, 'organizationId' | 'engine'>,
    connection: ServerConnection,
  ): Promise<Extract<Located, { server: unknown }>['server']> {
    const host = hostOf(connection.host);
    if (host === undefined) throw new HostNotAllowed();
    const { port, database, username, tls } = connection;
    if (isSample(host)) {
      this.assertSample(engine, connection);
      const { tls, ...own } = await this.ownServer.address();
      return { ...own, database, username, tls: { mode: tls.mode, ca: tls.ca, cert: tls.cert, key: tls.key } };
    }
    this.assertHost(host);
    const addresses = await this.addressesOf(host, organizationId);
    if (addresses.length === 0) throw new SourceFailed('UNREACHABLE');
    // All addresses: the owner of a name may list one of our addresses beside one of their own.
    if (!addresses.every((address) => this.networks.allows(address))) throw new HostNotAllowed();
    if (await this.ownServer.isOwn(connection, addresses)) throw new HostNotAllowed();
    return { name: host.kind === 'name' ? host.name : host.address, addresses, port, database, username, tls };
  }

  private async addressesOf(host: Host, organizationId: number): Promise<readonly string[]> {
    if (host.kind === 'address') return [host.address];
    const found = await this.resolver.addressesOf(host.name, `organization ${organizationId}`);
    return [...new Set(found.map(canonical))];
  }

  private assertHost(host: Host): void {
    const isAllowed = host.kind === 'address' ? this.networks.allows(host.address) : !METADATA_NAMES.has(host.name);
    if (!isAllowed) throw new HostNotAllowed();
  }

  /** The name means our own server, and only the sample database there. */
  private assertSample(engine: string, { database, username }: ServerConnection): void {
    const isSampleItself = engine === 'postgresql' && database === SAMPLE_DATABASE;
    if (!this.config.demo || !isSampleItself || this.ownServer.isOwnAccount(username)) throw new HostNotAllowed();
  }
}

function isSample(host: Host): boolean {
  return host.kind === 'name' && host.name === SAMPLE_HOST;
}
