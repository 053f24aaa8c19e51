import { Injectable } from '@nestjs/common';
import { RateLimited, type SsoRequired, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SessionOrigin } from '../domain/session.js';
import { MfaRequired } from '../domain/session.errors.js';
import { IssueTokenPair, type TokenPair } from './issue-token-pair.js';
import { Affiliations } from './ports/affiliations.js';
import { Credentials, type VerifiedUser } from './ports/credentials.js';
import { DeviceTrust } from './ports/device-trust.js';
import { LoginTurns } from './ports/login-turns.js';
import { SecondFactor } from './ports/second-factor.js';
import { SignOnPolicy } from './ports/sign-on-policy.js';
import { type RecognisedLogin, RecogniseLogin } from './recognise-login.js';
import { TellOfGuesses } from './tell-of-guesses.js';

/** The id of no account. */
const NOBODY = 0;
const LOGGED_IN = { action: 'session.logged_in' } as const;

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
    private readonly recogniseLogin: RecogniseLogin,
    private readonly turns: LoginTurns,
    private readonly credentials: Credentials,
    private readonly secondFactor: SecondFactor,
    private readonly deviceTrust: DeviceTrust,
    private readonly affiliations: Affiliations,
    private readonly signOnPolicy: SignOnPolicy,
    private readonly throttle: AttemptThrottle,
    private readonly issueTokenPair: IssueTokenPair,
    private readonly tellOfGuesses: TellOfGuesses,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Unauthorized is the same for every reason. @throws Unavailable */
  async execute(input: LoginInput): Promise<LoginOutcome> {
    const { login, origin, device } = input;
    const recognised = await this.recogniseLogin.execute({ login, ip: origin.ip, deviceToken: device.token });
    return this.turns.take(recognised, () => this.judge(input, recognised));
  }

  private async judge(input: LoginInput, recognised: RecognisedLogin): Promise<LoginOutcome> {
    const { throttled, limit, standing } = recognised;
    const isBlocked = (await this.throttle.waitSeconds(throttled)) > 0;
    const verified = isBlocked ? null : await this.credentials.verify(input.login, input.password, standing);
    // After the trust epoch was read: whoever is suspended from here on has another one, and no session opens.
    const isShutOut = await this.affiliations.isShutOut(verified?.id ?? NOBODY);
    return this.unitOfWork.run(async () => {
      // The account before its names, in every login: in one order nobody waits in a circle.
      const isOverLimit = (await this.throttle.hold(limit)) > 0;
      const user = isOverLimit || (isShutOut && verified?.isSystemAdmin !== true) ? null : verified;
      const outcome = user === null ? 'failure' : 'success';
      const wait = await this.throttle.settle(throttled, outcome);
      if (wait > 0) return this.refused(new RateLimited(wait), { reason: 'throttled', wait_seconds: wait });
      await this.throttle.settle(limit, outcome);
      return user === null ? this.refuseGuess(input, recognised, isOverLimit) : this.admit(user, input, recognised);
    });
  }

  private async admit(user: VerifiedUser, input: LoginInput, recognised: RecognisedLogin): Promise<LoginOutcome> {
    const { origin, device } = input;
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
    if (pair === null) return this.refuseCredentials(input, recognised, 'credentials_changed', newToken);
    return { result: pair, newDeviceToken: newToken };
  }

  /** A slip of the owner on a device or in a network of theirs is no news; when it has to wait after this one, it is. */
  private async refuseGuess(
    input: LoginInput,
    recognised: RecognisedLogin,
    isOverLimit: boolean,
  ): Promise<LoginOutcome> {
    const { userId, standing, throttled } = recognised;
    if (standing === 'stranger' || (await this.throttle.waitSeconds(throttled)) > 0)
      await this.tellOfGuesses.execute({ userId: userId ?? NOBODY, ip: input.origin.ip });
    return this.refuseCredentials(input, recognised, isOverLimit ? 'too_many_guesses' : 'wrong_credentials');
  }

  private async refuseCredentials(
    { login }: LoginInput,
    { userId }: RecognisedLogin,
    reason: string,
    newDeviceToken: string | null = null,
  ): Promise<LoginOutcome> {
    const result = (await this.signOnPolicy.refusalOf(login)) ?? new Unauthorized('The username or password is wrong.');
    const detail = { reason, wait_seconds: 0 };
    // Whose account it is, never the name: people type passwords into name fields.
    const target = userId === null ? {} : { target: { type: 'user', id: userId } };
    await this.auditTrail.record({ ...LOGGED_IN, outcome: 'refused', actorUserId: null, ...target, detail });
    return { result, newDeviceToken };
  }

  private async refused(
    result: MfaRequired | RateLimited,
    detail: Readonly<Record<string, string | number>>,
    actorUserId: number | null = null,
    newDeviceToken: string | null = null,
  ): Promise<LoginOutcome> {
    await this.auditTrail.record({ ...LOGGED_IN, outcome: 'refused', actorUserId, detail });
    return { result, newDeviceToken };
  }
}
