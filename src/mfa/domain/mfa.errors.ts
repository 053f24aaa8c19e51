import { DomainError, ValidationFailed } from '../../shared/domain-error.js';
import { MOST_FACTORS } from './factor.js';
import { say } from '../../shared/sentence.js';

export class WrongFactorCode extends ValidationFailed {
  constructor() {
    super([{ field: 'code', message: 'The code does not match. Check the clock of your device and try the next one.' }]);
  }
}

export class AttestationRefused extends ValidationFailed {
  constructor() {
    super([{ field: 'attestation', message: 'The registration could not be verified. Start it again.' }]);
  }
}

export class PasswordLoginNeeded extends DomainError {
  constructor() {
    super(
      'forbidden',
      'PASSWORD_LOGIN_REQUIRED',
      'Log in with your password to set up the first second factor of your account. If your organization allows only single sign-on, ask one of its owners for an exemption first.',
    );
  }
}

export class FactorConfirmedAlready extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This factor is already confirmed. Use it when you log in.');
  }
}

export class CredentialRegisteredAlready extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This passkey or security key is already registered. Use another one.');
  }
}

export class TooManyFactors extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', say('An account can have at most {most} factors. Remove one first.', { most: MOST_FACTORS }));
  }
}

export class NoPasskeyRegistered extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'No passkey or security key is registered. Use another method.');
  }
}

export class NoFactorEnrolled extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Set up a second factor first. Recovery codes are for when you cannot use it.');
  }
}
