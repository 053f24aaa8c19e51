import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { ServiceKey } from '../domain/service-key.js';
import { EnterConnection } from './enter-connection.js';
import { ServiceKeys } from './ports/service-keys.js';

@Injectable()
export class ListServiceKeys {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly keys: ServiceKeys,
  ) {}

  /** The oldest first. @throws NotFound, Forbidden */
  async execute(caller: Caller, connectionId: number): Promise<readonly ServiceKey[]> {
    await this.enterConnection.execute(caller, 'sso.read', connectionId);
    return this.keys.of(connectionId);
  }
}
