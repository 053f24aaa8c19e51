import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './error-codes.js';
import { membersOfErrors } from './error-members.js';
import { type JsonSchema, jsonSchemasOf } from './json-schemas.js';
import { HEADERS, type HeaderName } from './response-headers.js';

export type ResponseObject = Exclude<NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string], { $ref: string }>;

interface HeaderObject {
  readonly description: string;
  readonly required: boolean;
  readonly schema: { readonly type: 'string'; readonly examples?: string[] };
}

/** Headers of an answer, by the code. */
const HEADERS_OF_CODES: Readonly<Partial<Record<ErrorCode, readonly HeaderName[]>>> = {
  // The login replaces the token of the device, whatever else it asks for.
  MFA_REQUIRED: ['X-Device-Token', 'Set-Cookie'],
  RATE_LIMITED: ['Retry-After', 'RateLimit'],
  QUERY_INTERRUPTED: ['Retry-After'],
  QUOTA_EXCEEDED: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  TOO_MANY_IDEMPOTENCY_KEYS: ['Retry-After'],
  IDEMPOTENCY_KEY_IN_USE: ['Retry-After'],
  UNAVAILABLE: ['Retry-After'],
  INSTANCE_STOPPING: ['Retry-After'],
};

/** One schema for each code, so that a client that looks at `code` knows which further members there are. */
function schemasOf(given: ReadonlySet<ErrorCode>): Readonly<Record<string, JsonSchema>> {
  const members = membersOfErrors();
  const schemas = [...given].map((code) =>
    z
      .object({
        success: z.literal(false),
        code: z.literal(code),
        message: z.string().meta({ examples: ['One sentence for a person.'] }),
        ...members[code],
        request_id: z.string().meta({ examples: ['6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11'] }),
      })
      .meta({ id: schemaName(code), description: ERRORS[code][1] }),
  );
  return jsonSchemasOf(schemas).components;
}

/** The error responses of an operation, one for each status, each shared by all operations with the same codes. */
export class ErrorResponses {
  readonly components: Record<string, ResponseObject> = {};
  private readonly used = new Set<ErrorCode>();

  /**
   * @param implied headers that may come with any error of the operation
   * @returns references by status
   */
  of(given: Iterable<ErrorCode>, implied: readonly HeaderName[]): Record<number, { $ref: string }> {
    const wanted = new Set(given);
    // In the order of the table, in whatever order a route names them.
    const ordered = codes().filter((code) => wanted.has(code));
    const statuses = [...new Set(ordered.map((code) => ERRORS[code][0]))];
    const references = statuses.map((status) => {
      const sharing = ordered.filter((code) => ERRORS[code][0] === status);
      const name = `${sharing.map(pascalCase).join('Or')}${kindOf(implied)}`;
      for (const code of sharing) this.used.add(code);
      const component = (this.components[name] ??= responseOf(status, sharing));
      component.headers = { ...headerObjects(implied, () => false), ...component.headers };
      return [status, { $ref: `#/components/responses/${name}` }] as const;
    });
    return Object.fromEntries(references);
  }

  /** As `of`, for errors that are described already. */
  named(
    refusals: readonly { readonly status: number; readonly name: string; readonly response: ResponseObject }[],
  ): Record<number, { $ref: string }> {
    for (const { name, response } of refusals) this.components[name] = response;
    return Object.fromEntries(refusals.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]));
  }

  /** For all codes that were asked for. */
  schemas(): Readonly<Record<string, JsonSchema>> {
    return schemasOf(this.used);
  }
}

/** What only few operations answer would else be said of all that share the response. */
function kindOf(implied: readonly HeaderName[]): string {
  return (implied.includes('Set-Cookie') ? 'WithCookie' : '') + (implied.includes('Deprecation') ? 'OfDeprecated' : '');
}

function responseOf(status: number, sharing: readonly ErrorCode[]): ResponseObject {
  const references = sharing.map((code) => `#/components/schemas/${schemaName(code)}`);
  const [only = ''] = references;
  const schema =
    references.length === 1
      ? { $ref: only }
      : {
          oneOf: references.map(($ref) => ({ $ref })),
          discriminator: {
            propertyName: 'code',
            mapping: Object.fromEntries(sharing.map((code, at) => [code, references[at] ?? ''])),
          },
        };
  return {
    description: sharing.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join(' '),
    headers: headersOf(status, sharing),
    content: { 'application/json': { schema } },
  };
}

function headersOf(status: number, sharing: readonly ErrorCode[]): Record<string, HeaderObject> {
  const lists = sharing.map((code): readonly HeaderName[] => [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(HEADERS_OF_CODES[code] ?? []),
  ]);
  const isOfAll = (name: HeaderName): boolean => lists.every((names) => names.includes(name));
  return headerObjects([...new Set(lists.flat())], isOfAll);
}

/** @param isOfAll whether every answer of the response has the header; for some kinds none certainly has it */
export function headerObjects(names: readonly HeaderName[], isOfAll: (name: HeaderName) => boolean): Record<string, HeaderObject> {
  return Object.fromEntries(
    names.map((name) => {
      const { description, isAlwaysThere, ...rest } = HEADERS[name];
      const schema = { type: 'string' as const, ...('example' in rest && { examples: [rest.example] }) };
      return [name, { description, required: isAlwaysThere && isOfAll(name), schema }];
    }),
  );
}

function codes(): readonly ErrorCode[] {
  return Object.keys(ERRORS) as ErrorCode[];
}

function schemaName(code: ErrorCode): string {
  return `${pascalCase(code)}Error`;
}

/** `ROLE_IN_USE` becomes `RoleInUse`. */
function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
