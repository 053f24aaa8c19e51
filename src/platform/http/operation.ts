import { HttpCode, UseGuards, applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import type { z } from 'zod';
import type { Permission } from '../../shared/permission.js';
import type { ErrorCode } from './error-codes.js';
import { type Deprecated, DeprecatedGuard, deprecationSaid } from './deprecated.guard.js';
import { KnownParametersGuard } from './known-parameters.guard.js';
import type { HeaderName } from './response-headers.js';

interface Answer {
  readonly status: 200 | 201 | 202 | 204 | 302 | 303 | 304;
  /** Type of the body; without it and without `type` there is none. */
  readonly answer?: z.ZodType;
  /**
   * JSON by default; several when the request or the content decides. For `application/x-ndjson`, `answer` is a line.
   */
  readonly type?: string | readonly string[];
  /** One event of `text/event-stream`, if a client may ask for that instead of JSON; then the route sends its answers itself. */
  readonly event?: z.ZodType;
  readonly headers?: readonly HeaderName[];
  /** Needed when the status alone does not say it. */
  readonly meaning?: string;
}

/** An error in its own form. All routes that have it share one response of the name. */
export interface Refusal extends Omit<Answer, 'status'> {
  readonly status: number;
  readonly name: string;
}

export interface DeclaredOperation extends Answer {
  /** A verb and its object, unique over all routes: generated clients have a method of this name. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Of an operation that ends. The document marks it, and its answers have `Deprecation`, `Sunset` and `Link`. */
  readonly deprecated?: Deprecated;
  /** What every caller needs for it, all of them. More that a body or a state asks for is said in the description. */
  readonly permissions?: readonly Permission[];
  /** Further answers that are not errors: 202 beside 200. The route sets these statuses itself. */
  readonly also?: readonly Answer[];
  /** The body of the request, when no class describes it. */
  readonly takes?: { readonly types: readonly string[]; readonly body: z.ZodType };
  /** Whole bodies by name: if no class gives examples, or if its members exclude each other and their examples make no valid body. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** In addition to those that follow from the route; see `impliedErrors`. */
  readonly errors: readonly ErrorCode[];
  /** Replaces all errors with codes, on routes of a protocol with its own. */
  readonly refusals?: readonly Refusal[];
}

/** For types other than JSON, the body is not a value that could be compared with a schema. */
type BodyOf<Given> = Given extends { readonly type: string | readonly string[] } | { readonly event: z.ZodType }
  ? unknown
  : Given extends { readonly answer: z.ZodType<infer Body> }
    ? Body
    : void;

type FurtherBodyOf<Given> = Given extends { readonly also: readonly (infer Further)[] } ? BodyOf<Further> : never;

type Handler<Body> = (...parameters: never[]) => Body | Promise<Body>;

/** Generic over the type of the method: over the type of the body alone it would be invariant. */
type HandlerDecorator<Body> = <Method extends Handler<Body>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const KNOWN_PARAMETERS = new KnownParametersGuard();
const declared = new Map<string, DeclaredOperation>();

/**
 * Sets the success status and says what the route answers, for the API document and for the compiler: a method that returns
 * something else does not compile (TS1241).
 */
export function Operation<const Given extends DeclaredOperation>(operation: Given): HandlerDecorator<BodyOf<Given> | FurtherBodyOf<Given>> {
  const { id, summary, description, deprecated, status, refusals } = operation;
  if (declared.has(id)) throw new Error(`Two routes have the operation id ${id}.`);
  declared.set(id, operation);
  return applyDecorators(
    HttpCode(status),
    ...(deprecated === undefined ? [] : [UseGuards(new DeprecatedGuard(deprecated))]),
    // Protocols ignore unknown parameters, and identity providers add some to the addresses that they lead browsers to.
    ...(refusals === undefined && status < 300 ? [UseGuards(KNOWN_PARAMETERS)] : []),
    ApiOperation({
      operationId: id,
      summary,
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated: true, description: [deprecationSaid(deprecated), description].join(' ').trim() }),
    }),
  );
}

/** What a route declared; `undefined` for one without `@Operation`. */
export function declaredOperation(id: string | undefined): DeclaredOperation | undefined {
  return id === undefined ? undefined : declared.get(id);
}

const MARKS = ['x-public', 'x-optional-caller', 'x-step-up'] as const;

type Mark = (typeof MARKS)[number];

/** Tells the document what a guard does with the route, because decorators do not see each other. */
export function marked(mark: Mark): MethodDecorator & ClassDecorator {
  return ApiExtension(mark, true);
}

/** The marks of an operation, which the published document does not show. */
export function takeMarks(operation: object): ReadonlySet<Mark> {
  const found = MARKS.filter((mark) => mark in operation);
  for (const mark of MARKS) Reflect.deleteProperty(operation, mark);
  return new Set(found);
}
