import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError, RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Activation, activationThrottle } from '../domain/activation.js';
import type { Device, TrustTerms as Terms } from '../domain/device.js';
import { DeviceNotFound, InvalidActivationToken } from '../domain/device.errors.js';
import type { Contact } from '../../shared/mail-to.js';
import { DeviceSessions } from './ports/device-sessions.js';
import { Activations, Devices } from './ports/devices.js';
import { TrustTerms } from './trust-terms.js';

export interface Claim {
  readonly activation: Activation;
  readonly device: Device;
  readonly terms: Terms & Contact;
  /** The device token of the request. */
  readonly presented: { readonly token: string; readonly hash: Uint8Array } | null;
}

/**
 * What activating and skipping share: who may spend an activation token, in which order that is judged, and the audit
 * entry.
 */
@Injectable()
export class ClaimActivation {
  constructor(
    private readonly devices: Devices,
    private readonly activations: Activations,
    private readonly sessions: DeviceSessions,
    private readonly trustTerms: TrustTerms,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Runs `spend` with everything locked; `spend` has to decide before it writes, because a refusal does not roll back.
   * A refusal is counted and recorded in the same commit, then thrown.
   * @throws InvalidActivationToken, DeviceNotFound, ActivationWindowExpired, RateLimited
   */
  async execute<T>(
    input: { caller: Caller; activationToken: string; deviceToken: string | null; action: string },
    spend: (claim: Claim) => Promise<T>,
  ): Promise<T> {
    const throttled = [activationThrottle(input.caller.userId)];
    const outcome = await this.unitOfWork.run(async (): Promise<{ done: T } | { refusal: DomainError }> => {
      try {
        return { done: await spend(await this.lock(input)) };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const isGuess = error instanceof InvalidActivationToken;
        const wait = isGuess ? await this.throttle.settle(throttled, 'failure') : 0;
        await this.refuse(input, error, wait);
        return { refusal: wait > 0 ? new RateLimited(wait) : error };
      }
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.done;
  }

  /**
   * Account, device, session, activation: everyone locks them in this order, so that transactions never wait in a
   * circle.
   */
  private async lock(input: { caller: Caller; activationToken: string; deviceToken: string | null }): Promise<Claim> {
    const { caller } = input;
    const tokenHash = hashToken(input.activationToken);
    const found = tokenHash && (await this.activations.find(tokenHash));
    if (tokenHash === null || found === null) throw new InvalidActivationToken('unknown');
    const terms = await this.trustTerms.of(caller.userId);
    const device = found.deviceId === null ? null : await this.devices.lock(found.deviceId, found.userId);
    if (!(await this.sessions.lock({ id: caller.sessionId, userId: caller.userId }))) throw new Unauthorized();
    const activation = await this.activations.lock(tokenHash);
    if (activation === null) throw new InvalidActivationToken('unknown');
    const deviceTokenHash = hashToken(input.deviceToken);
    const presenter = { userId: caller.userId, sessionId: caller.sessionId, deviceTokenHash };
    const isMalformed = input.deviceToken !== null && deviceTokenHash === null;
    if (isMalformed || activation.isMisusedBy(presenter)) {
      await this.activations.save(activation.recordMisuse());
      throw new InvalidActivationToken('misused');
    }
    // Checked here as well as by `spend`: a used token is 400 even when its device is gone.
    if (activation.status === 'used') throw new InvalidActivationToken('used');
    if (device === null) throw new DeviceNotFound();
    const { deviceToken: token } = input;
    const presented = token === null || deviceTokenHash === null ? null : { token, hash: deviceTokenHash };
    return { activation, device, terms, presented };
  }

  private refuse(input: { caller: Caller; action: string }, error: DomainError, wait: number): Promise<void> {
    const reason = error instanceof InvalidActivationToken ? error.reason : error.code.toLowerCase();
    return this.auditTrail.record({
      action: input.action,
      outcome: 'refused',
      actorUserId: input.caller.userId,
      detail: { reason: wait > 0 ? 'throttled' : reason },
    });
  }
}
