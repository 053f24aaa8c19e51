import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { ServiceKey } from '../domain/service-key.js';
import { ChangeServiceKeys } from './change-service-keys.js';
import { ServiceKeys } from './ports/service-keys.js';

/** From now on this key signs; the one before stays published, so that it can be taken back into use. */
@Injectable()
export class PutServiceKeyInUse {
  constructor(
    private readonly changeServiceKeys: ChangeServiceKeys,
    private readonly keys: ServiceKeys,
  ) {}

  /** @throws NotFound, Forbidden */
  execute(input: { caller: Caller; connectionId: number; keyId: number }): Promise<ServiceKey> {
    const { caller, connectionId, keyId } = input;
    return this.changeServiceKeys.execute(caller, connectionId, 'sso.service_key.put_in_use', async (keys) => {
      const key = keys.find(({ id }) => id === keyId);
      if (key === undefined) throw new NotFound('Key');
      await this.keys.putInUse(key);
      return { ...key, isCurrent: true };
    });
  }
}
