import type { DeclaredOperation } from './operation.js';
import type { ErrorCode } from './error-codes.js';
import type { Repeats } from './idempotency/kept-answer.js';
import type { HeaderName } from './response-headers.js';

/** Below these paths a body is small and has to arrive in time; see `smallBody`. */
export const SMALL_BODY_PATHS = ['/api/auth', '/api/v1/invitations'];

/** What is in a data source; the thing itself is read, changed, tested and opened while it is closed. */
const IN_DATA_SOURCE = /\/data-sources\/\{data_source_id\}\/(?!(?:test|open)$)/;

/** Headers on the answers of a route that follow from its kind. */
export function impliedHeaders({ isPublic, hearsCallers, repeats, isDeprecated }: RouteFacts): readonly HeaderName[] {
  const countsForQuota = !isPublic || hearsCallers;
  return [
    ...(countsForQuota ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(isKept(repeats) ? (['Idempotency-Replayed'] as const) : []),
    ...(isDeprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
  ];
}

/** Where a browser is led on, a cookie is set or cleared before it is known how the request ends. An error has no `Link`. */
export function headersOfErrors({ headers = [] }: DeclaredOperation, route: RouteFacts): readonly HeaderName[] {
  const implied = impliedHeaders(route).filter((name) => name !== 'Link');
  return [...implied, ...headers.filter((name) => name === 'Set-Cookie' && headers.includes('Location'))];
}

/** What the document knows of a route besides what was declared. */
export interface RouteFacts {
  readonly path: string;
  readonly isPublic: boolean;
  readonly hearsCallers: boolean;
  readonly needsStepUp: boolean;
  readonly takesBody: boolean;
  /** A body, a query, an identifier in the path, a key. */
  readonly takesInput: boolean;
  readonly takesIfMatch: boolean;
  readonly isDeprecated: boolean;
  /** What a request gets that comes again with its `Idempotency-Key`; `undefined` where none is declared. */
  readonly repeats: Repeats | undefined;
  readonly needsIfMatch: boolean;
  /** In the path, the query or the body. */
  readonly namesOrganization: boolean;
}

/**
 * Errors that follow from the kind of a route: guards, parsers and pipes answer them before the route is reached, the
 * database at any time.
 */
export function impliedErrors(declared: DeclaredOperation, route: RouteFacts): ReadonlySet<ErrorCode> {
  const { isPublic, takesBody } = route;
  const isSmall = SMALL_BODY_PATHS.some((path) => route.path.startsWith(`${path}/`));
  const asksPermission = declared.errors.includes('FORBIDDEN') && !isPublic;
  const rules: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [!isPublic || route.hearsCallers, ['UNAUTHORIZED', 'QUOTA_EXCEEDED']],
    [route.takesInput, ['VALIDATION_FAILED']],
    [takesBody, ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE']],
    [takesBody && isSmall, ['REQUEST_TIMEOUT']],
    [route.takesIfMatch, ['PRECONDITION_FAILED']],
    [route.needsIfMatch, ['PRECONDITION_REQUIRED']],
    [route.needsStepUp, ['STEP_UP_REQUIRED']],
    // What an organization may require of a session before it checks what its user may do.
    [asksPermission, ['SSO_REQUIRED', 'POLICY_REFUSED', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_NEEDED']],
    [asksPermission && IN_DATA_SOURCE.test(route.path), ['DATA_SOURCE_CLOSED']],
    // To a system administrator, who may ask about any.
    [asksPermission && route.namesOrganization, ['NOT_FOUND']],
    [
      isKept(route.repeats),
      ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_ANSWER_NOT_KEPT', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_IDEMPOTENCY_KEYS'],
    ],
    [true, ['UNAVAILABLE']],
  ];
  return new Set([...declared.errors, ...rules.flatMap(([holds, codes]) => (holds ? codes : []))]);
}

function isKept(repeats: Repeats | undefined): boolean {
  return repeats === 'answer' || repeats === 'id';
}
