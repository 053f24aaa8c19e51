import { STATUS_CODES } from 'node:http';
import { Controller, type ExecutionContext, UseGuards, applyDecorators, createParamDecorator } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { Operation, type Refusal } from '../../../platform/http/operation.js';
import type { HeaderName } from '../../../platform/http/response-headers.js';
import { type JsonObject, isJsonObject } from '../../../engines/scim-protocol/json.js';
import { LARGEST_BODY, LONGEST_TEXT } from '../../../engines/scim-protocol/schema/limits.js';
import { InvalidSyntax, InvalidValue } from '../../../engines/scim-protocol/scim.errors.js';
import { SCIM_JSON, SCIM_TYPES_OF_BODIES } from './media-types.js';
import { ProvisionerGuard } from './provisioner.js';
import { ScimError } from './scim-error.js';
import { SCIM_ROOT } from '../../domain/scim-root.js';

/** A controller below `/scim/v2`; `path` begins with a slash, or is empty. */
export function ScimController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`${SCIM_ROOT}${path}`.slice(1)),
    Public(),
    UseGuards(ProvisionerGuard),
    ApiTags('SCIM'),
    ApiBearerAuth('scim'),
  );
}

/** By status, see RFC 7644 section 3.12. */
const REFUSALS = {
  400: 'The request is not valid; `scimType` says in which way (RFC 7644 table 9).',
  401: 'No valid provisioning token.',
  403: 'The token lacks the scope, the request is not allowed, or it is more than the people behind the token may do.',
  404: 'Not found in the organization of the token.',
  406: 'The `Accept` header allows neither `application/scim+json` nor `application/json`.',
  409: 'Another resource is in the way; `scimType` is `uniqueness`.',
  412: 'The resource has changed since the version in `If-Match`.',
  413: `The body has more than ${LARGEST_BODY} bytes, or more operations than a bulk request may have.`,
  415: 'The body is neither `application/scim+json` nor `application/json`, in UTF-8.',
  429: 'Too many requests with this token within a minute; try again after `Retry-After` seconds.',
  503: 'Busy or without its database; try again after `Retry-After` seconds.',
} as const;

/** On every answer to a valid token. */
const QUOTA: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

const HEADERS_OF_REFUSALS: Readonly<Partial<Record<number, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', ...QUOTA],
  503: ['Retry-After', ...QUOTA],
};

/** The parameters of RFC 7644 sections 3.4.2 and 3.9, and of RFC 9865. */
const PARAMETERS = {
  filter: 'RFC 7644 section 3.4.2.2, for example `userName eq "babs@delta.example"`.',
  sortBy: 'The attribute that decides the order.',
  sortOrder: '`ascending` or `descending`.',
  startIndex: 'Where the page begins, from 1.',
  count: 'Resources on a page.',
  cursor: 'RFC 9865: empty for the first page, then `nextCursor`. Not together with `startIndex`.',
  attributes: 'Names of attributes, separated by commas: only these are shown, with `schemas` and `id`.',
  excludedAttributes: 'Names of attributes that are not shown, separated by commas. Not together with `attributes`.',
} as const;

type Parameter = keyof typeof PARAMETERS;

const KNOWN_PARAMETERS = Object.keys(PARAMETERS) as Parameter[];
const PROJECTION: readonly Parameter[] = ['attributes', 'excludedAttributes'];

interface ScimRoute {
  readonly id: `scim${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly status: 200 | 201 | 204;
  readonly answer?: z.ZodType;
  readonly headers?: readonly HeaderName[];
  readonly also?: readonly {
    readonly status: 200 | 304;
    readonly answer?: z.ZodType;
    readonly headers: readonly HeaderName[];
  }[];
  /** The schema of the body, where the route takes one. */
  readonly takes?: z.ZodType;
  /** Which parameters of the query count: those of a list, or what is shown of a resource. */
  readonly query?: 'list' | 'projection';
  /** Besides those that every route has: 401, 403, 406, 429 and 503; and 413 and 415 with `takes`. */
  readonly errors: readonly (keyof typeof REFUSALS)[];
}

/** `Operation` of a route below `/scim/v2`: types of bodies and errors are those of SCIM. */
export function ScimOperation({ answer, headers = [], also = [], takes, query, errors, ...route }: ScimRoute): MethodDecorator {
  const typed = (schema: z.ZodType | undefined) => (schema === undefined ? {} : { answer: schema, type: SCIM_JSON });
  const statuses = [...errors, 401, 403, 406, 429, 503, ...(takes === undefined ? [] : ([413, 415] as const))] as const;
  const shown = query === undefined ? [] : query === 'list' ? KNOWN_PARAMETERS : PROJECTION;
  const operation = Operation({
    ...route,
    headers: [...headers, ...QUOTA],
    ...typed(answer),
    also: also.map(({ answer: further, ...rest }) => ({ ...rest, headers: [...rest.headers, ...QUOTA], ...typed(further) })),
    ...(takes !== undefined && { takes: { types: SCIM_TYPES_OF_BODIES, body: takes } }),
    errors: [],
    refusals: statuses.map(refusal),
  }) as MethodDecorator;
  return applyDecorators(
    operation,
    TakesBody(...SCIM_TYPES_OF_BODIES),
    ...shown.map((name) => ApiQuery({ name, required: false, description: PARAMETERS[name], schema: schemaOf(name) })),
    ...(errors.includes(412)
      ? [versionHeader('If-Match', 'The version that may be changed; if the resource has another, the answer is 412.')]
      : []),
    ...(also.some(({ status }) => status === 304)
      ? [versionHeader('If-None-Match', 'The version that you know; if it is current, the answer is 304.')]
      : []),
  );
}

function refusal(status: keyof typeof REFUSALS): Refusal {
  const name = `Scim${(STATUS_CODES[status] ?? '').replaceAll(' ', '')}`;
  const meaning = REFUSALS[status];
  return { status, name, meaning, answer: ScimError, type: SCIM_JSON, headers: HEADERS_OF_REFUSALS[status] ?? QUOTA };
}

function schemaOf(name: Parameter): { type: 'string' | 'integer'; maxLength?: number } {
  if (name === 'startIndex' || name === 'count') return { type: 'integer' };
  return name === 'filter' ? { type: 'string', maxLength: LONGEST_TEXT } : { type: 'string' };
}

function versionHeader(name: string, description: string): MethodDecorator {
  return ApiHeader({ name, required: false, description, example: 'W/"1"' });
}

/** The body of a POST, PUT or PATCH. @throws InvalidSyntax when it is JSON, but no object */
export const ScimBody = createParamDecorator((_: unknown, context: ExecutionContext): JsonObject => {
  const { body } = context.switchToHttp().getRequest<{ body?: unknown }>();
  if (!isJsonObject(body)) throw new InvalidSyntax('The body must be a JSON object.');
  return body;
});

export type ScimQueryParameters = Readonly<Record<string, string | undefined>>;

/**
 * The query parameters that RFC 7644 and 9865 know. All others are ignored: Entra adds its flags (`?aadOptscim062020`) to every
 * call. @throws InvalidValue for one that comes twice, which parsers in front of us could read in two ways
 */
export const ScimQuery = createParamDecorator((_: unknown, context: ExecutionContext): ScimQueryParameters => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const known = KNOWN_PARAMETERS.flatMap((name) => {
    const value = query[name];
    if (value === undefined) return [];
    if (typeof value !== 'string') throw new InvalidValue(`Send the parameter ${name} only once.`);
    return [[name, value] as const];
  });
  return Object.fromEntries(known);
});
