import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { HashKeys } from '../../application/ports/hash-keys.js';

/**
 * Goes into each key. Another one makes all keys anew: do so when keys have been shown to somebody. Those without one stood in statements,
 * and so in names of columns.
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
