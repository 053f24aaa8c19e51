import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { DeviceTokens } from './ports/devices.js';

@Injectable()
export class FindKnownDevice {
  constructor(private readonly tokens: DeviceTokens) {}

  /**
   * The device of this user that the token belongs to, unless it was revoked. Asked before the password is known, only
   * to count the owner's failures apart from those of strangers; it grants nothing.
   */
  async execute(input: { userId: number; token: string | null }): Promise<number | null> {
    const tokenHash = hashToken(input.token);
    const holder = tokenHash && (await this.tokens.holder(tokenHash, input.userId));
    return holder?.device.status === 'trusted' && holder.replacedAt === null ? holder.device.id : null;
  }
}
