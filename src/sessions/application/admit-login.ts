import { Injectable } from '@nestjs/common';
import type { AccountView } from '../../accounts/application/find-account.js';
import { RecogniseDevice } from '../../devices/application/recognise-device.js';
import { BeginChallenge } from '../../mfa/application/begin-challenge.js';
import { ListFactors } from '../../mfa/application/list-factors.js';
import { type SessionOrigin, MfaRequired } from '../domain/session.js';
import type { Places } from './find-places.js';
import { IssueTokenPair } from './issue-token-pair.js';
import { LoginPolicy } from './ports/login-policy.js';
import type { RecognisedLogin } from './recognise-login.js';
import { type LoginOutcome, RefuseLogin } from './refuse-login.js';

export interface LoginInput {
  readonly login: string;
  readonly password: string;
  readonly origin: SessionOrigin;
  readonly device: { readonly token: string | null; readonly keepsCookies: boolean };
}

/** After the right password: opens a session, or answers what prevents it. */
@Injectable()
export class AdmitLogin {
  constructor(
    private readonly loginPolicy: LoginPolicy,
    private readonly listFactors: ListFactors,
    private readonly recogniseDevice: RecogniseDevice,
    private readonly beginChallenge: BeginChallenge,
    private readonly issueTokenPair: IssueTokenPair,
    private readonly refuseLogin: RefuseLogin,
  ) {}

  /** Joins the unit of work in which the password was counted. */
  async execute(
    user: AccountView,
    { login: name, origin, device }: LoginInput,
    { account, hasFactor, affiliations }: RecognisedLogin & Pick<Places, 'affiliations'>,
  ): Promise<LoginOutcome> {
    // Judged before a challenge that could lead nowhere is made; on the account that was found, never on the name that
    // was typed.
    const judge = await this.loginPolicy.hold({ user, isSignedOn: false });
    const { refusal } = await judge({ amr: ['pwd'], stage: 'begun' });
    if (refusal !== null) return { result: refusal, newDeviceToken: null };
    // A factor that was added since then has raised the trust epoch, and no session opens.
    const methods = hasFactor ? (await this.listFactors.execute(user.id)).methods : [];
    const { deviceId, tokenHash, newToken } = await this.recogniseDevice.execute({ userId: user.id, ...device });
    if (methods.length > 0 && deviceId === null) {
      const deviceToken = { deviceTokenHash: tokenHash, deviceTokenIsNew: newToken !== null };
      const challenge = await this.beginChallenge.execute({
        userId: user.id,
        trustEpoch: user.trustEpoch,
        ...deviceToken,
      });
      const required = new MfaRequired({ ...challenge, methods });
      return this.refuseLogin.execute(required, { reason: 'mfa_required' }, user.id, newToken);
    }
    // NIST SP 800-63B-4 section 5.1: a remembered browser is no authenticator. A session that skips MFA on it is AAL1,
    // and says so.
    const amr = deviceId === null ? (['pwd'] as const) : (['pwd', 'trusted_device'] as const);
    const pair = await this.issueTokenPair.execute({ user, amr, acr: 'aal1', deviceId, origin, judge, affiliations });
    if (pair === null) return this.refuseLogin.credentials(name, account.userId, 'credentials_changed', newToken);
    return { result: pair, newDeviceToken: newToken };
  }
}
