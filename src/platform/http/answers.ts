import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Repeatable } from './idempotency/idempotency.interceptor.js';
import { ERRORS, type ErrorCode } from './error-codes.js';

type DocumentedError = ErrorCode;

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
