import { DomainError } from '../../shared/domain-error.js';

/** Why a login through an identity provider came to nothing; stable, for the client, the report of a test and the audit trail. */
export type SsoFault =
  | 'PROVIDER_UNREACHABLE'
  | 'PROVIDER_MISCONFIGURED'
  | 'PROVIDER_REFUSED'
  | 'RESPONSE_MALFORMED'
  | 'RESPONSE_REPLAYED'
  | 'SIGNATURE_INVALID'
  | 'ISSUER_MISMATCH'
  | 'AUDIENCE_MISMATCH'
  | 'DESTINATION_MISMATCH'
  | 'RECIPIENT_MISMATCH'
  | 'STATUS_NOT_SUCCESS'
  | 'NOT_TIMELY'
  | 'REQUEST_MISMATCH'
  | 'ALGORITHM_REFUSED'
  | 'TENANT_MISMATCH'
  | 'ATTEMPT_ENDED'
  | 'WRONG_BROWSER'
  | 'CONNECTION_NOT_ACTIVE'
  | 'EMAIL_MISSING'
  | 'EMAIL_NOT_VERIFIED'
  | 'EMAIL_DOMAIN_NOT_OWNED'
  | 'EMAIL_MISMATCH'
  | 'NO_ACCOUNT'
  | 'ACCOUNT_NOT_ACTIVE'
  | 'ACCOUNT_EXEMPT'
  | 'IDENTITY_CONFLICT';

/** `reason` is for operators and reports of tests; the person at the browser learns the fault and its sentence. */
export class SsoFailed extends DomainError {
  constructor(
    readonly fault: SsoFault,
    message: string,
    readonly reason: string | null = null,
  ) {
    super('forbidden', fault, message);
  }
}
