import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { HashKeys } from '../../application/ports/hash-keys.js';

/**
 * Is part of each key, so another value changes all keys: change it when somebody may have seen keys. Keys from before it existed were in
 * statements, and so in names of columns.
 */
const GENERATION = 'data-policy-hash/2';

/** Derived from a sealed secret of the installation, so that hashes stay equal when the master key is rotated. */
@Injectable()
export class DerivedHashKeys extends HashKeys {
  constructor(private readonly secrets: ApplicationSecrets) {
    super();
  }

  async of(organizationId: number, name: string): Promise<string> {
    const secret = await this.secrets.value('data_policy_hashes');
    return createHmac('sha256', secret)
      .update(JSON.stringify([GENERATION, organizationId, name]))
      .digest('hex');
  }
}
