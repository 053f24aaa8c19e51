import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { Connections } from './ports/connections.js';
import { SamlMetadata } from './ports/saml-metadata.js';

@Injectable()
export class PublishMetadata {
  constructor(
    private readonly connections: Connections,
    private readonly metadata: SamlMetadata,
  ) {}

  /** What the provider of a connection by SAML is given: XML without secrets. Of a draft too, for that is when it is needed. @throws NotFound */
  async execute(connectionId: number): Promise<string> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'saml') throw new NotFound('Connection');
    return this.metadata.ofService(connectionId);
  }
}
