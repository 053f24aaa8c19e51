import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { isIP } from 'node:net';
import { TIME_SCHEMA, timeOf } from '../../../platform/http/is-time.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import { type Asked, SEMANTICS, type Semantic } from '../../domain/authzen.js';
import { inEnglish } from '../../../shared/sentence.js';
import { problemsIn } from './authzen-problems.js';

const MOST_EVALUATIONS = 100;
const MOST_RESULTS = 100;

/** AuthZEN 1.0 section 5: what is not known is ignored, for later versions may send it. */
const text = z.string().min(1).max(1_000);
const properties = z.record(z.string(), z.unknown()).default({});
const entity = z.object({ type: text, id: text, properties });
/** The entity that a search looks for; an id is ignored. */
const wanted = z.object({ type: text, properties });
const action = z.object({ name: text, properties });
/** An invalid time must not count as now, nor an invalid address as another one. */
const session = z.object({
  amr: z.array(z.string().max(100)).max(100).optional(),
  acr: z.enum(['aal1', 'aal2']).optional(),
  proof_age_seconds: z.int().min(0).optional(),
  device_trusted: z.boolean().optional(),
  access_key: z.boolean().optional(),
  connection_id: z.int().min(1).optional(),
  ip: z
    .string()
    .refine((ip) => isIP(ip) !== 0, 'Must be an IPv4 or IPv6 address, without a prefix length.')
    .meta({ minLength: 2, maxLength: 45, pattern: '^[0-9A-Fa-f:.]+$' })
    .optional(),
  time: z
    .string()
    .refine(isMoment, 'Must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z.')
    .meta(TIME_SCHEMA)
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z][A-Z0-9]$/, 'Must be a country code of two characters, such as DE (ISO 3166-1).')
    .optional(),
});
const context = session.default({});

export const EvaluationBody = z.object({ subject: entity, action, resource: entity, context });

/** An item that leaves a member out gets this one as a whole (section 7.1.1). */
export const EvaluationsBody = z.object({
  subject: entity.optional(),
  action: action.optional(),
  resource: entity.optional(),
  context: session.optional(),
  evaluations: z.array(z.unknown()).max(MOST_EVALUATIONS).optional(),
  options: z.looseObject({ evaluations_semantic: z.enum(SEMANTICS).default('execute_all') }).optional(),
});

const page = z
  .object({ token: z.string().max(1_000).optional(), limit: z.int().min(1).default(MOST_RESULTS) })
  .default({ limit: MOST_RESULTS });

export const SubjectSearchBody = z.object({ subject: wanted, action, resource: entity, context, page });
export const ResourceSearchBody = z.object({ subject: entity, action, resource: wanted, context, page });
export const ActionSearchBody = z.object({ subject: entity, resource: entity, context, page });

/** Also if there is no body, or no JSON: AuthZEN answers 400 to all of these. */
const bodyFor = (schema: z.ZodType) =>
  createParamDecorator((_: unknown, execution: ExecutionContext): unknown => {
    const body: unknown = execution.switchToHttp().getRequest<Request>().body;
    return parsed(schema, body);
  });

export const EvaluationOf = bodyFor(EvaluationBody);
export const BatchOf = bodyFor(EvaluationsBody);
export const SubjectSearchOf = bodyFor(SubjectSearchBody);
export const ResourceSearchOf = bodyFor(ResourceSearchBody);
export const ActionSearchOf = bodyFor(ActionSearchBody);

/** @returns whether it is a batch: without items it is one evaluation (section 7.1) */
export function batchOf(body: z.infer<typeof EvaluationsBody>): {
  readonly isBatch: boolean;
  readonly evaluations: readonly Asked[];
  readonly semantic: Semantic;
} {
  const { evaluations = [], options, ...defaults } = body;
  if (evaluations.length === 0) return { isBatch: false, evaluations: [parsed(EvaluationBody, defaults)], semantic: 'execute_all' };
  const items = evaluations.map((item): Asked => {
    const whole = typeof item === 'object' && item !== null ? { ...defaults, ...item } : item;
    const read = EvaluationBody.safeParse(whole);
    if (read.success) return read.data;
    return { problem: problemsIn(read.error).map(saidOf).join(' ') };
  });
  return { isBatch: true, evaluations: items, semantic: options?.evaluations_semantic ?? 'execute_all' };
}

export function searchPageOf({ token, limit }: z.infer<typeof page>): { limit: number; after: string | null } {
  return { limit: Math.min(limit, MOST_RESULTS), after: token === undefined || token === '' ? null : afterOf(token) };
}

/** Opaque to clients: the id of the last candidate. */
export function tokenOf(after: string): string {
  return Buffer.from(after).toString('base64url');
}

function afterOf(token: string): string {
  const after = Buffer.from(token, 'base64url').toString();
  if (/^\d{1,9}$/.test(after)) return after;
  throw new ValidationFailed([{ field: 'page.token', message: 'Send the `next_token` of the page before.' }]);
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  throw new ValidationFailed(problemsIn(read.error));
}

function saidOf({ field, message }: FieldError): string {
  const said = inEnglish(message);
  return field === '' ? said : `${field}: ${said}`;
}

/** Cedar knows the years that have four digits. */
function isMoment(text: string): boolean {
  const year = timeOf(text)?.getUTCFullYear() ?? -1;
  return year >= 0 && year <= 9999;
}
