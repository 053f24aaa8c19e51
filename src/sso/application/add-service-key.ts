import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { MOST_SERVICE_KEYS, type ServiceKey, TooManyServiceKeys } from '../domain/service-key.js';
import { EnterServiceKeys } from './enter-service-keys.js';
import { ServiceKeys } from './ports/service-keys.js';

/** Makes another key pair of this service for a connection. It is published at once, and signs when it is put in use. */
@Injectable()
export class AddServiceKey {
  constructor(
    private readonly enterServiceKeys: EnterServiceKeys,
    private readonly keys: ServiceKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, Forbidden, TooManyServiceKeys */
  execute(caller: Caller, connectionId: number): Promise<ServiceKey> {
    return this.enterServiceKeys.execute(caller, connectionId, 'sso.service_key.added', async () => {
      const now = this.clock.now();
      if ((await this.keys.of(connectionId)).length >= MOST_SERVICE_KEYS) throw new TooManyServiceKeys();
      const pair = await this.keys.make(now);
      return async (keys) => {
        if (keys.length >= MOST_SERVICE_KEYS) throw new TooManyServiceKeys();
        return this.keys.add(connectionId, pair, now);
      };
    });
  }
}
