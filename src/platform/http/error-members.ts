import { z } from 'zod';
import { FIELD_CODES } from '../../shared/field-cause.js';
import { LASTING_PROOFS, PROOFS } from '../../shared/proof.js';
import type { ErrorCode } from './error-codes.js';
import { shownField } from './error-response.js';
import { wrongNumber } from './field-causes.js';
import { LARGEST_LIMIT } from './page-params.js';
import { policiesBehind } from './response-schemas.js';

const factorMethod = z.enum(['totp', 'webauthn', 'recovery_code']);
const stepUpMethods = z.array(z.enum(['mfa', 'password', 'sso'])).meta({ examples: [['mfa']] });

const violatedRule = z.enum([
  ...(['too_long', 'invalid_text', 'syntax', 'one_statement', 'not_a_query'] as const),
  ...(['forbidden_syntax', 'forbidden_function', 'forbidden_type'] as const),
  ...(['unknown_relation', 'ambiguous_relation', 'unreadable_relation', 'restricted_relation'] as const),
]);

/** Codes with which an execution of a template may end after it has begun; elsewhere they have no further member. */
const AFTER_THE_BEGINNING = [
  ...(['HOST_NOT_ALLOWED', 'NOT_FOUND', 'SCHEMA_NOT_DISCOVERED', 'QUERY_CANCELLED', 'QUERY_MEMORY_EXCEEDED'] as const),
  ...(['DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_NO_DATABASE', 'DATA_SOURCE_LOGIN_FAILED', 'DATA_SOURCE_TLS_FAILED'] as const),
  ...(['DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_LOST', 'DATA_SOURCE_TOO_LARGE'] as const),
  ...(['DATA_NOT_COMPARED', 'ENGINE_UNAVAILABLE', 'QUERY_TIMEOUT', 'CHANGED_MEANWHILE'] as const),
  ...(['DISCOVERY_TIMEOUT', 'DISCOVERY_CANCELLED', 'DISCOVERY_INTERRUPTED'] as const),
] satisfies readonly ErrorCode[];

/**
 * The members that a code adds to those of every error. Made when the document is, since a start does not need them. A
 * member that is not always there is optional.
 */
export function membersOfErrors(): Readonly<Partial<Record<ErrorCode, z.ZodRawShape>>> {
  const argument = z.union([z.int(), z.string(), z.array(z.union([z.int(), z.string()]))]);
  const details = z.array(
    z.object({
      field: z.string(),
      message: z.string().meta({ description: 'For a person; in German where `Accept-Language` prefers it.' }),
      code: z.enum(FIELD_CODES).meta({ description: '`invalid`: a rule that only `message` tells.' }),
      arguments: z.record(z.string(), argument).meta({ description: 'What a sentence of your own needs, such as `max`.' }),
    }),
  );
  const violations = z.array(z.object({ rule: violatedRule, position: z.int().nullable(), message: z.string(), policies: policiesBehind }));
  const named = z.array(z.object({ code: z.string(), message: z.string() }));
  const begun = {
    execution_id: z
      .int()
      .optional()
      .meta({
        description: 'The execution that had begun when it failed, for `GET /api/v1/query-executions/{execution_id}`.',
        examples: [42],
      }),
  };
  const problem = z.object({
    message: z.string(),
    hint: z.string().nullable(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    length: z.int().nullable(),
  });
  const stepUp = z.object({
    acr: z.enum(['aal1', 'aal2']),
    max_age: z.int().meta({ description: 'Seconds.', examples: [600] }),
    methods: stepUpMethods,
  });
  const decision = z.enum(['allowed', 'refused']);
  const failedExample = z.object({
    name: z.string(),
    expected: decision,
    decided: decision,
    errors: z.array(z.string()),
  });
  const place = z.object({ schema: z.string(), name: z.string() });
  const context = z.object({
    text: z.string(),
    token_estimate: z.int(),
    tables_included: z.array(place),
    tables_left_out: z.object({ count: z.int(), names: z.array(place) }),
  });
  return {
    VALIDATION_FAILED: {
      details: details.optional().meta({
        description: 'Each field that is wrong; absent when the request as a whole is.',
        examples: [[shownField(wrongNumber('limit', 1, LARGEST_LIMIT, String(LARGEST_LIMIT + 1)), 'en')]],
      }),
    },
    IDEMPOTENCY_ANSWER_NOT_KEPT: {
      made: z
        .record(z.string(), z.union([z.int(), z.string()]))
        .nullable()
        .meta({ description: 'The ids of what was made, by name.', examples: [{ factor_id: 12 }] }),
    },
    MFA_REQUIRED: {
      mfa: z.object({ token: z.string(), methods: z.array(factorMethod), expires_in: z.int() }).meta({
        examples: [{ token: 'Zb2hVQ0dJd3l4bG9uZ19yYW5k', methods: ['totp', 'recovery_code'], expires_in: 300 }],
      }),
    },
    LINK_FACTOR_REQUIRED: { mfa: z.object({ methods: z.array(factorMethod) }) },
    STEP_UP_REQUIRED: { step_up: stepUp },
    STEP_UP_METHOD_REFUSED: { step_up: z.object({ methods: stepUpMethods }) },
    OWNER_APPROVAL_REQUIRED: {
      access_request: z.object({
        organization_id: z.int(),
        kind: z.string(),
        subject: z
          .record(z.string(), z.union([z.string(), z.int(), z.array(z.string())]))
          .optional()
          .meta({ description: 'Of `change`: what an owner would approve.' }),
        change: z.string().optional().meta({ description: 'Of `change`: the same for `POST …/access-requests`, good for an hour.' }),
      }),
    },
    POLICY_REFUSED: {
      policies: z.array(z.object({ id: z.int(), name: z.string() })).meta({
        description: 'Empty when none could be evaluated.',
        examples: [[{ id: 3, name: 'Restricted workspaces from trusted devices' }]],
      }),
      failed: z.boolean().optional().meta({ description: 'True where a policy could not be evaluated.' }),
      missing_proofs: z
        .array(z.enum(PROOFS))
        .optional()
        .meta({
          description: 'What the session lacks; empty if no proof helps. Only for holders of `abac.read`.',
          examples: [['second_factor']],
        }),
      step_up: stepUp.optional().meta({ description: 'How the session can give what it lacks, where that is enough.' }),
    },
    SSO_REQUIRED: {
      sso: z
        .object({ connection_id: z.int(), start_url: z.string() })
        .nullable()
        .meta({
          description: '`null` while the organization has no connection to begin at.',
          examples: [{ connection_id: 3, start_url: 'https://headgate.example/api/auth/sso/3/start' }],
        }),
    },
    CONFLICT: {
      details: details.optional(),
      status: z.string().optional().meta({ description: 'The id of what is in the way, if it has one.' }),
      user_ids: z.array(z.int()).optional().meta({ description: 'The people who are in the way, if there are any.' }),
    },
    CONNECTION_ACTIVE: {
      details: details.optional().meta({ description: 'Each field that stays while people log in through it.' }),
    },
    PLAN_STALE: {
      diff: z
        .object({
          against_number: z.int(),
          reasons: z.record(z.string(), z.int()),
          moves: z.array(
            z.object({
              from: z.string().nullable(),
              to: z.string().nullable(),
              users: z.int(),
              user_ids: z.array(z.int()),
            }),
          ),
        })
        .nullable()
        .meta({ description: '`null` when there is no plan at all.' }),
    },
    MEMBERS_NOT_READY: {
      members: z.array(z.object({ user_id: z.int(), group: z.string(), reason: z.string() })),
    },
    WAVE_BLOCKED: { gates: named },
    ENFORCEMENT_BLOCKED: { blockers: named },
    POLICY_INVALID: {
      problems: z.array(problem).meta({
        examples: [
          [
            {
              message: 'Attribute `deviceTrustd` for the context not found.',
              hint: 'Did you mean `deviceTrusted`?',
              line: 1,
              column: 98,
              length: 20,
            },
          ],
        ],
      }),
    },
    POLICY_EXAMPLES_FAILED: { failed_examples: z.array(failedExample) },
    POLICY_LOCKS_OUT: {
      owners: z
        .array(
          z.object({
            user_id: z.int(),
            permissions: z.array(z.string()),
            missing_proofs: z.array(z.enum(LASTING_PROOFS)),
          }),
        )
        .meta({
          description: 'Some people it would lock out, what they could no longer do, and proofs that would help.',
        }),
    },
    DOMAIN_NOT_VERIFIED: { found: z.array(z.string()) },
    QUERY_REJECTED: {
      violations: violations.meta({
        examples: [
          [
            {
              rule: 'forbidden_function',
              position: 7,
              message: 'The function lenght is not allowed. The nearest that is allowed is length.',
            },
          ],
        ],
      }),
    },
    QUERY_FAILED: {
      reason: z.string().meta({ description: 'In the words of the data source.', examples: ['division by zero'] }),
      policies: policiesBehind,
      ...begun,
    },
    MODEL_FAILED: {
      fault: z.enum([
        ...(['unreachable', 'timeout', 'credentials', 'rate_limited', 'context_overflow', 'bad_request'] as const),
        ...(['server_error', 'too_large', 'cut_off', 'malformed', 'refused', 'no_allowed_statement'] as const),
      ]),
      reason: z.string().optional().meta({ description: 'With `refused`, in the words of the model.' }),
      violations: violations.optional().meta({ description: 'Of `no_allowed_statement`.' }),
      policies: policiesBehind.meta({
        description:
          'With `refused`: data policies on relations that the question or the reason names. They may not be why the model refused. Only for ' +
          'holders of `abac.read`.',
      }),
      execution_id: z.int(),
    },
    MODEL_NOT_CONFIGURED: {
      execution_id: z.int().optional().meta({ description: 'Of a template, as what follows.' }),
      rendered_text: z.string().optional(),
      context: context.optional(),
    },
    ...Object.fromEntries(AFTER_THE_BEGINNING.map((code) => [code, begun])),
  };
}
