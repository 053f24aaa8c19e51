import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { MOST_SERVICE_KEYS, type ServiceKey, TooManyServiceKeys } from '../domain/service-key.js';
import { ChangeServiceKeys } from './change-service-keys.js';
import { EnterConnection } from './enter-connection.js';
import { KeyPairs } from './ports/key-pairs.js';
import { ServiceKeys } from './ports/service-keys.js';

/** Makes another key pair of this service for a connection. It is published at once, and signs when it is put in use. */
@Injectable()
export class AddServiceKey {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly changeServiceKeys: ChangeServiceKeys,
    private readonly keyPairs: KeyPairs,
    private readonly keys: ServiceKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, Forbidden, TooManyServiceKeys */
  async execute(caller: Caller, connectionId: number): Promise<ServiceKey> {
    await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const now = this.clock.now();
    const isFull = (await this.keys.of(connectionId)).length >= MOST_SERVICE_KEYS;
    // Before anything is locked: it takes long.
    const pair = isFull ? null : await this.keyPairs.make(now);
    return this.changeServiceKeys.execute(caller, connectionId, 'sso.service_key.added', async (keys) => {
      if (pair === null || keys.length >= MOST_SERVICE_KEYS) throw new TooManyServiceKeys();
      return this.keys.add(connectionId, pair, now);
    });
  }
}
