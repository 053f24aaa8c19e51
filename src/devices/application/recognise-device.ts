import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type TokenHolder, DeviceTokenSuccession, DeviceTokens, Devices } from './ports/devices.js';
import { RevokeStolenDevice } from './revoke-stolen-device.js';
import { TrustTerms } from './trust-terms.js';

/** Two tabs may send the same token; a replaced one stays good this long. */
const GRACE_MS = 30_000;
/** No honest client rotates more often within the grace. */
const LONGEST_CHAIN = 20;

export interface Recognition {
  /** The trusted device of this user, or `null`: then the second factor is due. */
  readonly deviceId: number | null;
  /** The token that identifies this device from now on; `null` for a client that has none and keeps no cookies. */
  readonly tokenHash: Uint8Array | null;
  /** The token to hand out with the answer, or `null`. */
  readonly newToken: string | null;
}

/**
 * Decides at a login, after the password, whether it comes from a trusted device. Joins the unit of work of the login.
 */
@Injectable()
export class RecogniseDevice {
  constructor(
    private readonly devices: Devices,
    private readonly tokens: DeviceTokens,
    private readonly succession: DeviceTokenSuccession,
    private readonly trustTerms: TrustTerms,
    private readonly revokeStolenDevice: RevokeStolenDevice,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  execute(input: { userId: number; token: string | null; keepsCookies: boolean }): Promise<Recognition> {
    const { userId, token, keepsCookies } = input;
    const tokenHash = hashToken(token);
    if (token === null || tokenHash === null) return Promise.resolve(newcomer(keepsCookies));
    return this.unitOfWork.run(async () => {
      const terms = await this.trustTerms.find(userId);
      const holder = await this.tokens.lockHolder(tokenHash, userId);
      const now = this.clock.now();
      if (terms === null || holder?.device.isTrusted(terms, now) !== true) {
        // A replaced token identifies no device any more; a browser gets a fresh one, a client at its activation.
        return isReplaced(holder) ? newcomer(keepsCookies) : { deviceId: null, tokenHash, newToken: null };
      }
      if (holder.replacedAt !== null && now.getTime() - holder.replacedAt.getTime() > GRACE_MS) {
        await this.revokeStolenDevice.execute(holder.device);
        return newcomer(keepsCookies);
      }
      return (await this.letPass(holder, { token, tokenHash })) ?? newcomer(keepsCookies);
    });
  }

  private async letPass(holder: TokenHolder, presented: { token: string; tokenHash: Uint8Array }): Promise<Recognition | null> {
    const now = this.clock.now();
    const { id, userId, familyId } = holder.device;
    const next = await this.current(presented.token, holder);
    if (next === null) return null;
    if (holder.replacedAt === null && familyId !== null) {
      await this.tokens.claim(next.hash, familyId);
      await this.tokens.replace(presented.tokenHash, now);
    }
    await this.devices.save(holder.device.use(now));
    await this.auditTrail.record({
      action: 'device.recognised',
      outcome: 'success',
      actorUserId: userId,
      target: { type: 'device', id },
    });
    return { deviceId: id, tokenHash: next.hash, newToken: next.token };
  }

  /** The successor; within the grace period the newest one, which another tab may have been given already. */
  private async current(token: string, holder: TokenHolder): Promise<{ token: string; hash: Uint8Array } | null> {
    let next = await this.succession.successorOf(token);
    if (holder.replacedAt === null) return next;
    for (let step = 0; step < LONGEST_CHAIN; step += 1) {
      if (((await this.tokens.find(next.hash))?.replacedAt ?? null) === null) return next;
      next = await this.succession.successorOf(next.token);
    }
    return null;
  }
}

function isReplaced(holder: TokenHolder | null): boolean {
  return holder !== null && holder.replacedAt !== null;
}

function newcomer(keepsCookies: boolean): Recognition {
  if (!keepsCookies) return { deviceId: null, tokenHash: null, newToken: null };
  const { token, hash } = mintToken();
  return { deviceId: null, tokenHash: hash, newToken: token };
}
