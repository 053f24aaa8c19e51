import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { ServiceKeyInUse } from '../domain/service-key.js';
import { ChangeServiceKeys } from './change-service-keys.js';
import { ServiceKeys } from './ports/service-keys.js';

/** Ends a key: it is no longer published and cannot be restored. */
@Injectable()
export class DeleteServiceKey {
  constructor(
    private readonly changeServiceKeys: ChangeServiceKeys,
    private readonly keys: ServiceKeys,
  ) {}

  /** @throws NotFound, Forbidden, ServiceKeyInUse */
  async execute(input: { caller: Caller; connectionId: number; keyId: number }): Promise<void> {
    const { caller, connectionId, keyId } = input;
    await this.changeServiceKeys.execute(caller, connectionId, 'sso.service_key.deleted', async (keys) => {
      const key = keys.find(({ id }) => id === keyId);
      if (key === undefined) throw new NotFound('Key');
      if (key.isCurrent) throw new ServiceKeyInUse();
      await this.keys.remove(key);
      return key;
    });
  }
}
