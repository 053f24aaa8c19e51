import { createHmac } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApplicationSecrets } from '../../../platform/crypto/application-secrets.js';
import { hashToken } from '../../../shared/one-time-token.js';
import { DeviceTokenSuccession } from '../../application/ports/devices.js';

const SECRET = 'device_token_succession';

/**
 * The successor is a MAC of the token: 256 bits that cannot be computed without the key, and always the same for us.
 */
@Injectable()
export class HmacDeviceTokenSuccession extends DeviceTokenSuccession implements OnModuleInit {
  constructor(private readonly secrets: ApplicationSecrets) {
    super();
  }

  /** Made outside every transaction: a key that was made in one and rolled back with it would still be remembered. */
  async onModuleInit(): Promise<void> {
    await this.secrets.value(SECRET);
  }

  async successorOf(token: string): Promise<{ token: string; hash: Uint8Array }> {
    const successor = createHmac('sha256', await this.secrets.value(SECRET))
      .update(token, 'utf8')
      .digest('base64url');
    const hash = hashToken(successor);
    if (hash === null) throw new Error('A successor does not look like a token.');
    return { token: successor, hash };
  }
}
