import {
  Controller,
  type ExecutionContext,
  HttpCode,
  UseGuards,
  applyDecorators,
  createParamDecorator,
} from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { type JsonObject, isJsonObject } from '../../domain/json.js';
import { ERROR_MESSAGE } from '../../domain/schema/urns.js';
import { InvalidSyntax, InvalidValue } from '../../domain/scim.errors.js';
import { SCIM_JSON, SCIM_TYPES_OF_BODIES } from './media-types.js';
import { ProvisionerGuard } from './provisioner.js';
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

const MEANINGS = {
  304: 'Nothing has changed since the version in `If-None-Match`.',
  400: 'The request is not valid; `scimType` says in which way (RFC 7644 table 9).',
  401: 'No valid provisioning token.',
  403: 'The token lacks the scope, or what is asked for is not allowed, or it is more than the people behind the token may do.',
  404: 'Not found in the organization of the token.',
  406: 'The Accept header allows neither `application/scim+json` nor `application/json`.',
  409: 'Another resource is in the way; `scimType` is `uniqueness`.',
  412: 'The resource has changed since the version in `If-Match`.',
  413: 'The body is too large.',
  415: 'The body is neither `application/scim+json` nor `application/json`, in UTF-8.',
  503: 'Try again after `Retry-After` seconds.',
} as const;

interface ScimRouteAnswer {
  readonly summary: string;
  readonly description?: string;
  readonly status: 200 | 201 | 204;
  /** A true answer; none for 204. */
  readonly example?: object;
  /** An example of the body, where the route takes one. */
  readonly takes?: object;
  /** Besides those that every route has: 401, 403, 406 and 503; and 413 and 415 with `takes`. */
  readonly errors: readonly (keyof typeof MEANINGS)[];
}

/** Sets the success status and documents a route below `/scim/v2`. */
export function ScimAnswers(answer: ScimRouteAnswer): MethodDecorator {
  const { summary, description, status, example, takes, errors } = answer;
  const all = [...new Set([...errors, 401, 403, 406, 503, ...(takes === undefined ? [] : [413, 415])] as const)];
  return applyDecorators(
    HttpCode(status),
    TakesBody(...SCIM_TYPES_OF_BODIES),
    ApiOperation({ summary, ...(description !== undefined && { description }) }),
    ApiResponse({
      status,
      description: status === 204 ? 'Done; no content.' : 'Success.',
      ...(example !== undefined && { content: { [SCIM_JSON]: { schema: { type: 'object' }, example } } }),
    }),
    ...(takes === undefined
      ? []
      : [ApiConsumes(...SCIM_TYPES_OF_BODIES), ApiBody({ schema: { type: 'object', example: takes } })]),
    ...all.map((code) => ApiResponse({ status: code, description: meaningOf(code), ...contentOf(code) })),
  );
}

function meaningOf(status: number): string {
  return Object.entries(MEANINGS).find(([code]) => Number(code) === status)?.[1] ?? '';
}

function contentOf(status: number): object {
  if (status === 304) return {};
  const example = { schemas: [ERROR_MESSAGE], status: String(status), detail: 'One sentence for a person.' };
  return { content: { [SCIM_JSON]: { schema: { type: 'object' }, example } } };
}

/** The body of a POST, PUT or PATCH. @throws InvalidSyntax when it is JSON, but no object */
export const ScimBody = createParamDecorator((_: unknown, context: ExecutionContext): JsonObject => {
  const { body } = context.switchToHttp().getRequest<{ body?: unknown }>();
  if (!isJsonObject(body)) throw new InvalidSyntax('The body must be a JSON object.');
  return body;
});

export type ScimQueryParameters = Readonly<Record<string, string | undefined>>;

const KNOWN_PARAMETERS = [
  'filter',
  'sortBy',
  'sortOrder',
  'startIndex',
  'count',
  'cursor',
  'attributes',
  'excludedAttributes',
];

/**
 * The query parameters that RFC 7644 and 9865 know. All others are passed over: Entra adds its flags (`?aadOptscim062020`) to every
 * call. @throws InvalidValue for one that comes twice, which parsers in front of us could read in two ways
 */
export const ScimQuery = createParamDecorator((_: unknown, context: ExecutionContext): ScimQueryParameters => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const known = KNOWN_PARAMETERS.flatMap((name) => {
    const value = query[name];
    if (value === undefined) return [];
    if (typeof value !== 'string') throw new InvalidValue(`The parameter ${name} comes more than once.`);
    return [[name, value] as const];
  });
  return Object.fromEntries(known);
});
