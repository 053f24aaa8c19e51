import { isSameHash } from '../../shared/one-time-token.js';
import { ActivationWindowExpired, DeviceNotFound, InvalidActivationToken } from './device.errors.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

/** 256 bits cannot be guessed; a client that keeps trying is broken or hostile. */
export function activationThrottle(userId: number): ThrottledAction {
  return {
    scope: 'device_activation',
    subject: `user ${userId}`,
    freeFailures: 50,
    firstWaitSeconds: 5,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
  };
}

export const ACTIVATION_SECONDS = 300;
const MOST_MISUSES = 5;

interface ActivationState {
  readonly tokenHash: Uint8Array;
  /** `null` when the device entry is gone. */
  readonly deviceId: number | null;
  readonly userId: number;
  /** The session that the MFA verification opened. */
  readonly sessionId: number;
  /** Hash of the device token that the verification carried, if any. */
  readonly deviceTokenHash: Uint8Array | null;
  readonly trustEpoch: number;
  /** `void`: skipped, or overtaken by a revocation, another activation or a change of credentials. */
  readonly status: 'open' | 'used' | 'void';
  readonly misuses: number;
  readonly expiresAt: Date;
}

export interface Presenter {
  readonly userId: number;
  readonly sessionId: number;
  readonly deviceTokenHash: Uint8Array | null;
}

/** The offer that an MFA verification makes: to trust the device that it came from. */
export class Activation implements ActivationState {
  declare readonly tokenHash: Uint8Array;
  declare readonly deviceId: number | null;
  declare readonly userId: number;
  declare readonly sessionId: number;
  declare readonly deviceTokenHash: Uint8Array | null;
  declare readonly trustEpoch: number;
  declare readonly status: 'open' | 'used' | 'void';
  declare readonly misuses: number;
  declare readonly expiresAt: Date;

  private constructor(state: ActivationState) {
    Object.assign(this, state);
  }

  static offer(input: Omit<ActivationState, 'status' | 'misuses' | 'expiresAt'>, at: Date): Activation {
    const expiresAt = new Date(at.getTime() + ACTIVATION_SECONDS * 1000);
    return new Activation({ ...input, status: 'open', misuses: 0, expiresAt });
  }

  static of(state: ActivationState): Activation {
    return new Activation(state);
  }

  get offeredAt(): Date {
    return new Date(this.expiresAt.getTime() - ACTIVATION_SECONDS * 1000);
  }

  /** A session, device or user other than the one that passed MFA: it must not even learn whether the token is late. */
  isMisusedBy(presenter: Presenter): boolean {
    const { deviceTokenHash } = this;
    const isSameDevice =
      deviceTokenHash === null || (presenter.deviceTokenHash !== null && isSameHash(deviceTokenHash, presenter.deviceTokenHash));
    return presenter.userId !== this.userId || presenter.sessionId !== this.sessionId || !isSameDevice;
  }

  /** The fifth misuse ends the token; fewer leave it to the rightful device. */
  recordMisuse(): Activation {
    const misuses = this.misuses + 1;
    return new Activation({ ...this, misuses, status: misuses >= MOST_MISUSES ? 'used' : this.status });
  }

  /**
   * @throws InvalidActivationToken when it was used, DeviceNotFound when its device entry is gone or processed,
   * ActivationWindowExpired when it is late; in this order
   */
  use(trustEpoch: number, at: Date): Activation {
    this.assertUsable(trustEpoch, at);
    return new Activation({ ...this, status: 'used' });
  }

  /** @throws as `use` */
  skip(trustEpoch: number, at: Date): Activation {
    this.assertUsable(trustEpoch, at);
    return new Activation({ ...this, status: 'void' });
  }

  private assertUsable(trustEpoch: number, at: Date): void {
    if (this.status === 'used') throw new InvalidActivationToken('used');
    if (this.status === 'void' || this.deviceId === null || this.trustEpoch !== trustEpoch) throw new DeviceNotFound();
    if (at >= this.expiresAt) throw new ActivationWindowExpired();
  }
}
