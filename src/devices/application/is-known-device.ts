import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { DeviceTokens } from './ports/devices.js';

@Injectable()
export class IsKnownDevice {
  constructor(private readonly tokens: DeviceTokens) {}

  /**
   * Whether the token belongs to a device that this user trusted and has not revoked. Asked before the password is known, only
   * to count the owner's failures apart from those of strangers; it opens nothing.
   */
  async execute(input: { userId: number; token: string | null }): Promise<boolean> {
    const tokenHash = input.token === null ? null : hashToken(input.token);
    const holder = tokenHash && (await this.tokens.holder(tokenHash, input.userId));
    return holder?.device.status === 'trusted' && holder.replacedAt === null;
  }
}
