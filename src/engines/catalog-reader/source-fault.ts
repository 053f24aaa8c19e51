import { DomainError } from '../../shared/domain-error.js';

/** Why a source cannot be read. Each value is the end of a code that clients see. */
export type SourceFault =
  | 'UNREACHABLE'
  /** The login was accepted. */
  | 'NO_DATABASE'
  | 'LOGIN_FAILED'
  | 'TLS_FAILED'
  | 'ACCESS_DENIED'
  | 'LOST'
  | 'TOO_LARGE';

/** Why a file cannot be read. Clients see the code of a source that cannot be reached, with a sentence for each. */
export type FileProblem =
  | 'FILE_MISSING'
  | 'FILE_EMPTY'
  | 'FILE_OF_TEXT'
  | 'FILE_OF_SQLITE'
  | 'FILE_OF_DUCKDB'
  | 'FILE_UNKNOWN'
  | 'FILE_ENCRYPTED'
  | 'FILE_DAMAGED'
  | 'FILE_OF_OTHER_VERSION'
  | 'FILE_IN_UTF16'
  | 'FILE_IN_USE';

export class EngineUnavailable extends DomainError {
  constructor() {
    super('unavailable', 'ENGINE_UNAVAILABLE', 'The driver of this engine is not installed here. Ask the operator to install it.');
  }
}
