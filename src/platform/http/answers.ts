import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Repeatable } from './idempotency/idempotency.interceptor.js';

/** Every error code a route may document, with the status it always has and what it means there. */
const ERRORS = {
  VALIDATION_FAILED: [400, 'The request is not valid; `details` names each field.'],
  UNAUTHORIZED: [401, 'No valid credentials: missing, malformed, expired or revoked.'],
  INVALID_ACTIVATION_TOKEN: [
    400,
    'The activation token is invalid, malformed, used already, or not for this session and device.',
  ],
  INVALID_RESET_TOKEN: [400, 'The token is unknown, used, replaced by a newer one, or too old.'],
  INVALID_VERIFICATION_TOKEN: [400, 'The token is unknown, used, too old, or was sent to another address.'],
  MFA_REQUIRED: [401, 'The password is right; `mfa` holds the challenge to answer at `POST /api/auth/mfa/verify`.'],
  LINK_FACTOR_REQUIRED: [401, 'The password is right; send it again with `method`, one of `mfa.methods`, and `code`.'],
  STEP_UP_REQUIRED: [
    401,
    '`step_up` says which assurance level is needed, how many seconds old it may be, and by which `methods` it is proved.',
  ],
  FORBIDDEN: [403, 'You are not allowed to do this.'],
  EMAIL_VERIFICATION_REQUIRED: [
    403,
    'Nobody has shown yet that the address of the account is theirs: verify it, or reset the password by mail.',
  ],
  SECOND_FACTOR_NEEDED: [
    403,
    'In production a system administrator needs a second factor before they change something: enrol one.',
  ],
  OWNER_APPROVAL_REQUIRED: [
    403,
    'A system administrator needs the approval of an owner for it; `access_request` says of which kind.',
  ],
  PASSWORD_LOGIN_REQUIRED: [403, 'The first second factor is set up in a session that began with the password.'],
  SSO_REQUIRED: [403, 'The organization requires single sign-on; `sso` says where it begins.'],
  ATTEMPT_ENDED: [403, 'The login has ended, or was never begun here.'],
  LOGOUT_REFUSED: [403, 'It is no logout that the identity provider asks for.'],
  WRONG_BROWSER: [403, 'The login was begun in another browser.'],
  CONNECTION_NOT_ACTIVE: [403, 'Nobody can log in through this connection.'],
  HOST_NOT_ALLOWED: [403, 'No data source may be at that address here.'],
  NOT_FOUND: [404, 'It does not exist, or not for you.'],
  DEVICE_NOT_FOUND: [404, 'No such device of yours.'],
  INVITATION_NOT_FOUND: [404, 'No invitation has this token; one that was sent again has a new one.'],
  SCHEMA_NOT_FOUND: [404, 'The data source has no such schema, or none that its role can see.'],
  REQUEST_TIMEOUT: [408, 'The body was not there within five seconds; the connection ends.'],
  CONFLICT: [409, 'It clashes with what is there already.'],
  LAST_LOGIN_METHOD: [409, 'The user could not log in any more.'],
  LAST_OWNER: [409, 'An organization keeps at least one owner.'],
  BREAK_GLASS_NEEDED: [409, 'While single sign-on is required, two owners must be able to log in without it.'],
  STEP_UP_METHOD_REFUSED: [409, 'This session shows in another way who is there; `step_up.methods` says how.'],
  DRILL_NOT_PROVED: [409, 'The session was not opened with a password and a second factor that may be relied on.'],
  ENFORCEMENT_BLOCKED: [409, '`blockers` lists everything that has to be done first.'],
  PLAN_STALE: [409, 'The newest migration plan does not hold any more; `diff` says who has moved.'],
  MEMBERS_NOT_READY: [409, '`members` lists those who would be locked out, each with the reason.'],
  WAVE_BLOCKED: [409, '`gates` lists everything that has to be done before the wave starts.'],
  BUILT_IN_ROLE: [409, 'Built-in roles cannot be changed or deleted.'],
  ROLE_IN_USE: [
    409,
    'The role is still given to somebody, the default of a workspace, offered in an invitation, or mapped to a group.',
  ],
  INVITATION_ALREADY_ACCEPTED: [409, 'The invitation was accepted already.'],
  SCHEMA_NOT_DISCOVERED: [409, 'Nothing is known of it yet: discover the schema first.'],
  DIAGRAM_TOO_LARGE: [409, 'More tables than one diagram holds: choose one schema, or search for some of its tables.'],
  DISCOVERY_CANCELLED: [409, 'Somebody cancelled the discovery; the old cache stays.'],
  QUERY_CANCELLED: [409, 'Somebody cancelled the query.'],
  DISCOVERY_ENDED: [409, 'The discovery has ended already.'],
  CONNECTION_ACTIVE: [409, 'People log in through the connection: disable it first.'],
  CONNECTION_NOT_TESTED: [409, 'No test of this very configuration counts; `message` says why.'],
  CONNECTION_REQUIRED: [409, 'Single sign-on is required, and nothing else would be left to log in through.'],
  DOMAIN_NOT_VERIFIED: [409, 'The DNS does not show the record; `found` says what it shows.'],
  DOMAIN_TAKEN: [409, 'Another organization has shown that the domain is its own.'],
  INVITATION_EXPIRED: [410, 'The invitation has expired, was revoked, or its sender may not invite any more.'],
  ACTIVATION_WINDOW_EXPIRED: [410, 'The activation token is older than five minutes; verify with MFA again.'],
  GONE: [410, 'The link has expired; ask for a new one.'],
  PRECONDITION_FAILED: [412, 'Somebody else has changed it since the `ETag` in `If-Match`.'],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body is larger than the route takes: 100 KiB, or 16 KiB below /api/auth and /api/v1/invitations, where nothing else is said.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The body is of no type that the route takes: `application/json` where nothing else is said.',
  ],
  QUERY_REJECTED: [422, 'The statement is not allowed; `violations` says by which rules, and where.'],
  QUERY_FAILED: [422, 'The data source could not run the statement; `reason` holds its words.'],
  QUERY_MEMORY_EXCEEDED: [422, 'The statement needs more memory than a query may have.'],
  RATE_LIMITED: [429, 'Too many failed attempts; `Retry-After` says how many seconds to wait.'],
  DATA_SOURCE_UNREACHABLE: [502, 'The data source does not answer; what is known of its schema stays.'],
  DATA_SOURCE_LOGIN_FAILED: [502, 'The data source refuses username or password.'],
  DATA_SOURCE_TLS_FAILED: [502, 'No trusted TLS connection to the data source.'],
  DATA_SOURCE_ACCESS_DENIED: [502, 'The role that connects may not read the catalog.'],
  DATA_SOURCE_LOST: [502, 'The data source went away, or changed, while it was read; the old cache stays.'],
  DATA_SOURCE_TOO_LARGE: [502, 'The catalog of the data source is too large to be read; the old cache stays.'],
  DISCOVERY_INTERRUPTED: [502, 'The reading ended early, by a restart or its memory limit; the old cache stays.'],
  MODEL_FAILED: [502, 'The language model refused, failed, or wrote no statement that is allowed.'],
  MODEL_NOT_CONFIGURED: [503, 'No language model is configured here.'],
  ENGINE_UNAVAILABLE: [503, 'The driver of this engine is not installed here.'],
  QUERY_TIMEOUT: [504, 'The query took too long and was ended at the data source.'],
  DISCOVERY_TIMEOUT: [504, 'The data source took too long; the old cache stays.'],
  INSTANCE_STOPPING: [503, 'A restart cut it short; send it again after `Retry-After` seconds.'],
  UNAVAILABLE: [503, 'Busy or without its database; try again after `Retry-After` seconds.'],
} as const satisfies Record<string, readonly [number, string]>;

type DocumentedError = keyof typeof ERRORS;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

interface Answer {
  readonly summary: string;
  readonly description?: string;
  readonly status: 200 | 201 | 202 | 204 | 302 | 303;
  /** A true answer of the route; its schema is read off it, so that the two cannot disagree. */
  readonly example?: object;
  /** Of the success; JSON where nothing else is said. */
  readonly contentType?: string;
  readonly errors: readonly DocumentedError[];
  /** `optional`: open to strangers, and to callers who show who they are. */
  readonly isPublic?: boolean | 'optional';
  /** Of a route whose method has moved since it was published: clients are generated under this name. */
  readonly operationId?: string;
}

/** Sets the success status and documents the route: summary, every status, an example each. */
export function Answers(answer: Answer): MethodDecorator {
  const { summary, description, status, example, contentType = 'application/json' } = answer;
  const json = example as Json | undefined;
  const asksPermission = answer.errors.includes('FORBIDDEN') && answer.isPublic === undefined;
  return applyDecorators(
    HttpCode(status),
    ...(status === 201 ? [Repeatable()] : []),
    ApiOperation({
      summary,
      ...(description !== undefined && { description }),
      ...(answer.operationId !== undefined && { operationId: answer.operationId }),
      ...(answer.isPublic === 'optional' && { security: [{}, { bearer: [] }] }),
    }),
    ...(answer.isPublic === undefined || answer.isPublic === false ? [ApiBearerAuth()] : []),
    ApiResponse({
      status,
      description: json === undefined ? (WITHOUT_CONTENT[status] ?? 'Success.') : 'Success.',
      ...(json === undefined && answer.contentType !== undefined && { content: { [contentType]: {} } }),
      ...(json !== undefined && { content: { [contentType]: { schema: schemaOf(json), example: json } } }),
    }),
    ...errorResponses([...new Set([...answer.errors, ...(asksPermission ? NOT_ENTERED : []), 'UNAVAILABLE' as const])]),
  );
}

/** What an organization may want of a session before it asks what its user may do. */
const NOT_ENTERED: readonly DocumentedError[] = ['SSO_REQUIRED', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_NEEDED'];

const WITHOUT_CONTENT: Readonly<Record<number, string>> = {
  204: 'Done; no content.',
  302: '`Location` says where the browser goes.',
  303: '`Location` says where the browser goes.',
};

/** Several codes can share a status: one response with an example for each. */
function errorResponses(codes: readonly DocumentedError[]): MethodDecorator[] {
  const statuses = [...new Set(codes.map((code) => ERRORS[code][0]))];
  return statuses.map((status) => {
    const sharing = codes.filter((code) => ERRORS[code][0] === status);
    return ApiResponse({
      status,
      description: sharing.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join(' '),
      content: {
        'application/json': {
          schema: schemaOf(errorExample(sharing[0] ?? 'UNAVAILABLE')),
          examples: Object.fromEntries(sharing.map((code) => [code, { value: errorExample(code) }])),
        },
      },
    });
  });
}

/** What a code adds to the common members of the error body. */
const EXTENSIONS: Readonly<Partial<Record<DocumentedError, { readonly [key: string]: Json }>>> = {
  VALIDATION_FAILED: { details: [{ field: 'limit', message: 'Limit must not be greater than 100.' }] },
  MFA_REQUIRED: {
    mfa: {
      token: 'Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
      methods: ['totp', 'recovery_code'],
      expires_in: 300,
    },
  },
  LINK_FACTOR_REQUIRED: { mfa: { methods: ['totp', 'recovery_code'] } },
  STEP_UP_REQUIRED: { step_up: { acr: 'aal2', max_age: 600, methods: ['mfa'] } },
  STEP_UP_METHOD_REFUSED: { step_up: { methods: ['mfa'] } },
  OWNER_APPROVAL_REQUIRED: { access_request: { organization_id: 1, kind: 'give_role' } },
  SSO_REQUIRED: { sso: { connection_id: 3, start_url: 'https://headgate.example/api/auth/sso/3/start' } },
  PLAN_STALE: {
    diff: {
      against_number: 2,
      reasons: { READY: 1, MFA_MISSING: -1 },
      moves: [{ from: 'MFA_MISSING', to: 'READY', users: 1, user_ids: [23] }],
    },
  },
  MEMBERS_NOT_READY: { members: [{ user_id: 23, group: 'needing_mfa_setup', reason: 'MFA_MISSING' }] },
  WAVE_BLOCKED: { gates: [{ code: 'CONNECTION_ACTIVE', message: 'Activate a connection to your identity provider.' }] },
  ENFORCEMENT_BLOCKED: {
    blockers: [
      { code: 'PLAN_FRESH', message: 'Make a migration plan: the last one is older than 24 hours or does not hold.' },
    ],
  },
  QUERY_REJECTED: {
    violations: [{ rule: 'forbidden_function', position: 7, message: 'The function pg_sleep is not allowed.' }],
  },
  QUERY_FAILED: { reason: 'division by zero' },
};

function errorExample(code: DocumentedError): Json {
  const body = {
    success: false,
    code,
    message: 'One sentence for a person.',
    request_id: '6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11',
  };
  return { ...body, ...EXTENSIONS[code] };
}

interface JsonSchema {
  type?: string;
  format?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function schemaOf(value: Json): JsonSchema {
  if (value === null) return {};
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? { type: 'string', format: 'date-time' } : { type: 'string' };
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (isList(value)) return { type: 'array', items: itemsOf(value) };
  const properties = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, schemaOf(part)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Of the first where all are alike; else nothing is said of them, as of the cells of a result. */
function itemsOf([first, ...others]: readonly Json[]): JsonSchema {
  if (first === undefined) return {};
  const isAlike = others.every((other) => schemaOf(other).type === schemaOf(first).type);
  return isAlike ? schemaOf(first) : {};
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}
