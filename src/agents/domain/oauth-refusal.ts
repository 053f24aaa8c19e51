/** RFC 6749 sections 4.1.2.1 and 5.2, and RFC 8707 section 2. */
type OAuthError =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A value and no exception: what a refusal has ended must be committed. */
export class OAuthRefusal {
  constructor(
    readonly error: OAuthError,
    /** For the programmer of the client. */
    readonly description: string,
  ) {}
}
