import { Injectable } from '@nestjs/common';
import { type RateLimited, type SsoRequired, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { MfaRequired } from '../domain/session.js';
import type { TokenPair } from './issue-token-pair.js';
import { LoginPolicy } from './ports/login-policy.js';
import { NO_USER_ID, type RecognisedLogin } from './recognise-login.js';
import { TellOfGuesses } from './tell-of-guesses.js';

const REFUSED = { action: 'session.logged_in', outcome: 'refused' } as const;

/** A refusal is a value here: it may carry a device token, and its audit entry and its count must be committed. */
export interface LoginOutcome {
  readonly result: TokenPair | Unauthorized | MfaRequired | RateLimited | SsoRequired;
  readonly newDeviceToken: string | null;
}

/** Ends a login that opens no session. Joins the unit of work in which it was judged. */
@Injectable()
export class RefuseLogin {
  constructor(
    private readonly loginPolicy: LoginPolicy,
    private readonly throttle: AttemptThrottle,
    private readonly tellOfGuesses: TellOfGuesses,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** With a reason that the client learns. */
  async execute(
    result: MfaRequired | RateLimited,
    detail: Readonly<Record<string, string | number>>,
    actorUserId: number | null = null,
    newDeviceToken: string | null = null,
  ): Promise<LoginOutcome> {
    await this.auditTrail.record({ ...REFUSED, actorUserId, detail });
    return { result, newDeviceToken };
  }

  /** A slip of the owner on their own device or network is no news, unless the account now has to wait. */
  async guess(
    { login, ip }: { readonly login: string; readonly ip: string | null },
    recognised: RecognisedLogin,
    isOverLimit: boolean,
  ): Promise<LoginOutcome> {
    const { familiarity, throttled } = recognised;
    const { userId } = recognised.account;
    if (familiarity === 'stranger' || (await this.throttle.waitSeconds(throttled)) > 0)
      await this.tellOfGuesses.execute({ userId: userId ?? NO_USER_ID, ip });
    return this.credentials(login, userId, isOverLimit ? 'too_many_guesses' : 'wrong_credentials');
  }

  /** The answer is the same for every reason. */
  async credentials(login: string, userId: number | null, reason: string, newDeviceToken: string | null = null): Promise<LoginOutcome> {
    const result = (await this.loginPolicy.refusalOf(login)) ?? new Unauthorized('The username or password is wrong.');
    const detail = { reason, wait_seconds: 0 };
    // Records whose account it is, never the name: people type passwords into name fields.
    const target = userId === null ? {} : { target: { type: 'user', id: userId } };
    await this.auditTrail.record({ ...REFUSED, actorUserId: null, ...target, detail });
    return { result, newDeviceToken };
  }
}
