import { DomainError } from '../../shared/domain-error.js';

/** One body for every reason; `reason` is for the audit trail. */
export class InvalidActivationToken extends DomainError {
  constructor(readonly reason: 'unknown' | 'used' | 'misused') {
    super(
      'invalid',
      'INVALID_ACTIVATION_TOKEN',
      'The activation token is used, or belongs to another session. Log in with your second factor again.',
    );
  }
}

export class DeviceNotFound extends DomainError {
  constructor() {
    super('not_found', 'DEVICE_NOT_FOUND', 'Device not found.');
  }
}

export class ActivationWindowExpired extends DomainError {
  constructor() {
    super('gone', 'ACTIVATION_WINDOW_EXPIRED', 'The activation token is older than five minutes. Log in with your second factor again.');
  }
}
