import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { Provisioner } from '../domain/provisioner.js';
import { hashScimToken, isLive, provisionerOf } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

const USE_IS_WRITTEN_EVERY_MS = 60_000;

/**
 * Finds the organization of a token, by one look-up. Wrong tokens are not throttled: 256 random bits cannot be guessed, and a
 * stranger who shares an address with an identity provider must not be able to lock it out.
 */
@Injectable()
export class AuthenticateProvisioner {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` for a text that never was a token; `isLive` is false for one that has expired or was revoked */
  async execute(input: { token: string; ip: string | null }): Promise<{ provisioner: Provisioner; isLive: boolean } | null> {
    const hash = hashScimToken(input.token);
    const token = hash === null ? null : await this.tokens.findByHash(hash);
    if (token === null) return null;
    const now = this.clock.now();
    if (!isLive(token, now)) return { provisioner: provisionerOf(token), isLive: false };
    const unlessSince = new Date(now.getTime() - USE_IS_WRITTEN_EVERY_MS);
    if (token.lastUsedAt === null || token.lastUsedAt <= unlessSince)
      await this.tokens.markUsed(token.id, { at: now, ip: input.ip, unlessSince });
    return { provisioner: provisionerOf(token), isLive: true };
  }
}
