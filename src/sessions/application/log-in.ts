import { Injectable } from '@nestjs/common';
import { RateLimited, type SsoRequired, Unauthorized } from '../../shared/domain-error.js';
import { networkOf } from '../../shared/network.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { loginThrottle } from '../domain/login-throttle.js';
import type { SessionOrigin } from '../domain/session.js';
import { MfaRequired } from '../domain/session.errors.js';
import { IssueTokenPair, type TokenPair } from './issue-token-pair.js';
import { Affiliations } from './ports/affiliations.js';
import { Credentials, type VerifiedUser } from './ports/credentials.js';
import { DeviceTrust } from './ports/device-trust.js';
import { SecondFactor } from './ports/second-factor.js';
import { Sessions } from './ports/sessions.js';
import { SignOnPolicy } from './ports/sign-on-policy.js';

/** The id of no account. */
const NOBODY = 0;

export interface LoginInput {
  readonly login: string;
  readonly password: string;
  readonly origin: SessionOrigin;
  readonly device: { readonly token: string | null; readonly keepsCookies: boolean };
}

/** A refusal is a value here: even it may carry a device token, and its trace and its count must be committed. */
export interface LoginOutcome {
  readonly result: TokenPair | Unauthorized | MfaRequired | RateLimited | SsoRequired;
  readonly newDeviceToken: string | null;
}

@Injectable()
export class LogIn {
  constructor(
    private readonly credentials: Credentials,
    private readonly secondFactor: SecondFactor,
    private readonly deviceTrust: DeviceTrust,
    private readonly sessions: Sessions,
    private readonly affiliations: Affiliations,
    private readonly signOnPolicy: SignOnPolicy,
    private readonly throttle: AttemptThrottle,
    private readonly issueTokenPair: IssueTokenPair,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Unauthorized is the same for every reason. @throws Unavailable */
  async execute(input: LoginInput): Promise<LoginOutcome> {
    const throttled = await this.throttledActions(input);
    const isBlocked = (await this.throttle.waitSeconds(throttled)) > 0;
    const verified = isBlocked ? null : await this.credentials.verify(input.login, input.password);
    // After the trust epoch was read: whoever is suspended from here on has another one, and no session opens.
    const isShutOut = await this.affiliations.isShutOut(verified?.id ?? NOBODY);
    const user = isShutOut && verified?.isSystemAdmin !== true ? null : verified;
    return this.unitOfWork.run(async () => {
      const wait = await this.throttle.settle(throttled, user === null ? 'failure' : 'success');
      if (wait > 0) return this.refused(new RateLimited(wait), { reason: 'throttled', wait_seconds: wait });
      return user === null ? this.refuseCredentials(input.login) : this.admit(user, input);
    });
  }

  private async admit(user: VerifiedUser, { login: name, origin, device }: LoginInput): Promise<LoginOutcome> {
    // Before a challenge is made that could lead nowhere; on the account that was found, never on the name that was typed.
    const login = { user, isSignedOn: false, amr: ['pwd'], stage: 'begun' } as const;
    const { refusal, exemption } = await this.signOnPolicy.judge(login);
    if (refusal !== null) return { result: refusal, newDeviceToken: null };
    const methods = await this.secondFactor.methodsOf(user.id);
    const { deviceId: known, tokenHash, newToken } = await this.deviceTrust.recognise({ userId: user.id, ...device });
    // An emergency asks for the second factor itself, wherever it is.
    const deviceId = exemption === 'break_glass' ? null : known;
    if (methods.length > 0 && deviceId === null) {
      const deviceToken = { deviceTokenHash: tokenHash, deviceTokenIsNew: newToken !== null };
      const { id: userId, trustEpoch } = user;
      const challenge = await this.secondFactor.challenge({ userId, trustEpoch, ...deviceToken });
      return this.refused(new MfaRequired({ ...challenge, methods }), { reason: 'mfa_required' }, user.id, newToken);
    }
    // NIST SP 800-63B-4 section 5.1: a remembered browser is no authenticator. Skipping MFA on it is AAL1, and says so.
    const amr = deviceId === null ? (['pwd'] as const) : (['pwd', 'trusted_device'] as const);
    const pair = await this.issueTokenPair.execute({ user, amr, acr: 'aal1', deviceId, origin });
    return pair === null ? this.refuseCredentials(name, newToken) : { result: pair, newDeviceToken: newToken };
  }

  private async refuseCredentials(login: string, newDeviceToken: string | null = null): Promise<LoginOutcome> {
    const refusal =
      (await this.signOnPolicy.refusalOf(login)) ?? new Unauthorized('The username or password is wrong.');
    return this.refused(refusal, { reason: 'wrong_credentials', wait_seconds: 0 }, null, newDeviceToken);
  }

  private async refused(
    result: Unauthorized | MfaRequired | RateLimited | SsoRequired,
    detail: Readonly<Record<string, string | number>>,
    actorUserId: number | null = null,
    newDeviceToken: string | null = null,
  ): Promise<LoginOutcome> {
    // No name: people type passwords into name fields.
    await this.auditTrail.record({ action: 'session.logged_in', outcome: 'refused', actorUserId, detail });
    return { result, newDeviceToken };
  }

  private async throttledActions({ login, origin, device }: LoginInput): Promise<ThrottledAction[]> {
    const network = networkOf(origin.ip);
    const userId = await this.credentials.userIdOf(login);
    // Asked for unknown names too: how much work an answer takes must not tell that the account exists.
    const knownDeviceId = await this.deviceTrust.knownDevice(userId ?? NOBODY, device.token);
    const isKnownNetwork = await this.sessions.hasBeenSeen(userId ?? NOBODY, network);
    const account = userId === null ? `name ${this.credentials.keyOf(login)}` : `user ${userId}`;
    return loginThrottle({ account, network, isKnownNetwork, knownDeviceId });
  }
}
