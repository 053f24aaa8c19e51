import { HttpCode, applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { z } from 'zod';
import type { ErrorCode } from './error-codes.js';
import { Repeatable } from './idempotency/idempotency.interceptor.js';
import type { HeaderName } from './response-headers.js';

interface Answer {
  readonly status: 200 | 201 | 202 | 204 | 302 | 303 | 304;
  /** Of the body; without it and without `type` there is none. */
  readonly answer?: z.ZodType;
  /** JSON where nothing else is said; several where the request or the content decides. Of `application/x-ndjson`, `answer` is a line. */
  readonly type?: string | readonly string[];
  readonly headers?: readonly HeaderName[];
  /** Where the status alone does not say it. */
  readonly meaning?: string;
}

/** An error in a form of its own. All routes that have it share one response of the name. */
export interface Refusal extends Omit<Answer, 'status'> {
  readonly status: number;
  readonly name: string;
}

export interface DeclaredOperation extends Answer {
  /** A verb and its object, unique over all routes: generated clients have a method of this name. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Further answers that are no errors: 202 beside 200. The route sets these statuses itself. */
  readonly also?: readonly Answer[];
  /** The body of the request, where no class describes it. */
  readonly takes?: { readonly types: readonly string[]; readonly body: z.ZodType };
  /** Besides those that follow from the route, see `impliedErrors`. */
  readonly errors: readonly ErrorCode[];
  /** In place of all errors with codes, on routes of a protocol that has its own. */
  readonly refusals?: readonly Refusal[];
}

/** In other types than JSON the body is no value that could be compared with a schema. */
type BodyOf<Given> = Given extends { readonly type: string | readonly string[] }
  ? unknown
  : Given extends { readonly answer: z.ZodType<infer Body> }
    ? Body
    : void;

type FurtherBodyOf<Given> = Given extends { readonly also: readonly (infer Further)[] } ? BodyOf<Further> : never;

type Handler<Body> = (...parameters: never[]) => Body | Promise<Body>;

/** Over the type of the method: over the type of the body alone it would be invariant. */
type HandlerDecorator<Body> = <Method extends Handler<Body>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const declared = new Map<string, DeclaredOperation>();

/**
 * Sets the success status and says what the route answers, for the API document and for the compiler: a method that returns
 * something else does not compile (TS1241).
 */
export function Operation<const Given extends DeclaredOperation>(
  operation: Given,
): HandlerDecorator<BodyOf<Given> | FurtherBodyOf<Given>> {
  const { id, summary, description, status } = operation;
  if (declared.has(id)) throw new Error(`Two routes have the operation id ${id}.`);
  declared.set(id, operation);
  return applyDecorators(
    HttpCode(status),
    // What makes something is done once for an `Idempotency-Key`.
    ...(status === 201 ? [Repeatable()] : []),
    ApiOperation({ operationId: id, summary, ...(description !== undefined && { description }) }),
  );
}

/** What was said of a route; `undefined` of one without `@Operation`. */
export function declaredOperation(id: string | undefined): DeclaredOperation | undefined {
  return id === undefined ? undefined : declared.get(id);
}

const MARKS = ['x-public', 'x-optional-caller', 'x-step-up'] as const;

type Mark = (typeof MARKS)[number];

/** Tells the making of the API document what a guard does with the route: decorators do not see each other. */
export function marked(mark: Mark): MethodDecorator & ClassDecorator {
  return ApiExtension(mark, true);
}

/** The marks of an operation, which the published document does not show. */
export function takeMarks(operation: object): ReadonlySet<Mark> {
  const found = MARKS.filter((mark) => mark in operation);
  for (const mark of MARKS) Reflect.deleteProperty(operation, mark);
  return new Set(found);
}
