import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { Connections } from './ports/connections.js';
import { SamlMetadata } from './ports/saml-metadata.js';
import { ServiceKeys } from './ports/service-keys.js';

/** What the provider of a connection needs to know about this service; public, as SAML metadata is. */
@Injectable()
export class PublishMetadata {
  constructor(
    private readonly connections: Connections,
    private readonly keys: ServiceKeys,
    private readonly metadata: SamlMetadata,
  ) {}

  /** Also of a connection that is not active yet: the provider needs it first. @returns XML @throws NotFound */
  async execute(connectionId: number): Promise<string> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'saml') throw new NotFound('Connection');
    return this.metadata.ofService(connection, await this.keys.of(connectionId));
  }
}
