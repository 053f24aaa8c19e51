import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import type { ServiceKey } from '../domain/service-key.js';
import { Connections } from './ports/connections.js';
import { ServiceKeys } from './ports/service-keys.js';

/** The keys by which a provider of OpenID Connect knows this service; public, as they are public keys. */
@Injectable()
export class PublishServiceKeys {
  constructor(
    private readonly connections: Connections,
    private readonly keys: ServiceKeys,
  ) {}

  /** Also of a connection that is not active yet: the provider needs them first. @throws NotFound */
  async execute(connectionId: number): Promise<readonly ServiceKey[]> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'oidc') throw new NotFound('Connection');
    return this.keys.of(connectionId);
  }
}
