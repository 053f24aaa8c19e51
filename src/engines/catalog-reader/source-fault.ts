import { DomainError } from '../../shared/domain-error.js';

/** Why a source cannot be read. Each value is the end of a code that clients see. */
export type SourceFault = 'UNREACHABLE' | 'LOGIN_FAILED' | 'TLS_FAILED' | 'ACCESS_DENIED' | 'LOST' | 'TOO_LARGE';

export class EngineUnavailable extends DomainError {
  constructor() {
    super('unavailable', 'ENGINE_UNAVAILABLE', 'The driver of this engine is not installed here. Ask the operator to install it.');
  }
}
