import type { DeclaredOperation } from './operation.js';
import type { ErrorCode } from './error-codes.js';
import type { HeaderName } from './response-headers.js';

/** Below these paths a body is small, and has to be there in time, see `smallBody`. */
export const SMALL_BODY_PATHS = ['/api/auth', '/api/v1/invitations'];

/** The headers that follow from what a route is, on its successes. */
export function impliedHeaders({ isPublic, takesKey }: RouteFacts): readonly HeaderName[] {
  return [
    ...(isPublic ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(takesKey ? (['Idempotency-Replayed'] as const) : []),
  ];
}

/** What the document knows of a route besides what was declared. */
export interface RouteFacts {
  readonly path: string;
  readonly isPublic: boolean;
  readonly hearsCallers: boolean;
  readonly needsStepUp: boolean;
  readonly takesBody: boolean;
  /** A body, a query, an identifier in the path. */
  readonly takesInput: boolean;
  readonly takesIfMatch: boolean;
  /** `Idempotency-Key`. */
  readonly takesKey: boolean;
}

/** The errors that follow from what a route is: guards, parsers and pipes answer them before it is reached, the database whenever. */
export function impliedErrors(declared: DeclaredOperation, route: RouteFacts): ReadonlySet<ErrorCode> {
  const { isPublic, takesBody } = route;
  const isSmall = SMALL_BODY_PATHS.some((path) => route.path.startsWith(`${path}/`));
  const asksPermission = declared.errors.includes('FORBIDDEN') && !isPublic;
  const rules: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [!isPublic || route.hearsCallers, ['UNAUTHORIZED']],
    [route.takesInput, ['VALIDATION_FAILED']],
    [takesBody, ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE']],
    [takesBody && isSmall, ['REQUEST_TIMEOUT']],
    [route.takesIfMatch, ['PRECONDITION_FAILED']],
    [route.needsStepUp, ['STEP_UP_REQUIRED']],
    // What an organization may want of a session before it asks what its user may do.
    [asksPermission, ['SSO_REQUIRED', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_NEEDED']],
    [
      route.takesKey,
      ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_ANSWER_NOT_KEPT', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_IDEMPOTENCY_KEYS'],
    ],
    [!isPublic, ['QUOTA_EXCEEDED']],
    [true, ['UNAVAILABLE']],
  ];
  return new Set([...declared.errors, ...rules.flatMap(([holds, codes]) => (holds ? codes : []))]);
}
