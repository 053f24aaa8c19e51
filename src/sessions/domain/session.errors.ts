import { DomainError, Unauthorized } from '../../shared/domain-error.js';

/** The password is right and a second factor is due: 200 always means a token pair, so this is a refusal that helps. */
export class MfaRequired extends DomainError {
  constructor(challenge: { token: string; methods: readonly string[]; expiresIn: number }) {
    const { token, methods, expiresIn } = challenge;
    super('unauthenticated', 'MFA_REQUIRED', 'Confirm the login with your second factor.', undefined, {
      mfa: { token, methods, expires_in: expiresIn },
    });
  }
}

/** Wrong, used, replayed and out of time are one answer; so is a login that has ended. */
export class WrongSecondFactor extends Unauthorized {
  constructor() {
    super('The code is wrong or was used already, or this login has ended.');
  }
}
