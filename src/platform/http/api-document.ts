import type { OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import type { Permission } from '../../shared/permission.js';
import { type DeclaredOperation, type Refusal, declaredOperation, takeMarks } from './operation.js';
import { type BodySchema, correctBodies } from './body-schemas.js';
import { EVENT_STREAM } from './event-stream.js';
import { declareKey } from './idempotency/documented-keys.js';
import { ErrorResponses, type ResponseObject, headerObjects } from './error-responses.js';
import { LARGEST_INTEGER } from './id-param.js';
import { type RouteFacts, headersOfErrors, impliedErrors, impliedHeaders } from './implied-errors.js';
import { type JsonSchema, jsonSchemasOf } from './json-schemas.js';
import { PATH_PARAMETERS } from './path-parameters.js';
import type { HeaderName } from './response-headers.js';

type PathItem = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItem['get']>;
type Answer = Omit<Refusal, 'name'>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  description?: string;
  schema?: { type?: string | string[]; minimum?: number; maximum?: number };
}

const AND = new Intl.ListFormat('en-GB');

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const WITHOUT_CONTENT: Readonly<Record<number, string>> = {
  204: 'Done; no content.',
  302: '`Location` says where the browser goes.',
  303: '`Location` says where the browser goes.',
  304: 'Nothing has changed.',
};

/** Completes the document that Nest has made of controllers and bodies with what the routes declare, and what follows from that. */
export function completed(document: OpenAPIObject): OpenAPIObject {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const marks = takeMarks(operation);
      const repeats = declareKey(operation);
      return [{ path, operation, marks, repeats }];
    }),
  );
  const known = routes.flatMap(({ operation, ...route }) => {
    const declared = declaredOperation(operation.operationId);
    if (declared === undefined) return [];
    const bodyMembers = membersOf(document, operation.requestBody);
    return [{ operation, declared, facts: factsOf({ operation, declared, bodyMembers, ...route }) }];
  });
  const bodies = known.flatMap(({ declared }) => bodiesOf(declared));
  const { components, schemas } = jsonSchemasOf(bodies);
  const schemaOf = new Map<z.ZodType | undefined, JsonSchema | undefined>(bodies.map((body, at) => [body, schemas[at]]));
  const errors = new ErrorResponses();
  const describe = (answer: Answer, implied: readonly HeaderName[] = []): ResponseObject =>
    responseOf(answer, [schemaOf.get(answer.answer), schemaOf.get(answer.event)], implied);
  for (const { operation, declared, facts } of known) {
    operation.security = securityOf(operation, facts);
    operation.description = describedFor(operation, declared.permissions);
    for (const parameter of (operation.parameters ?? []) as Parameter[]) complete(parameter);
    const { takes, refusals } = declared;
    if (takes !== undefined) operation.requestBody = requestBodyOf(takes.types, schemaOf.get(takes.body));
    if (declared.bodies !== undefined) addExamples(operation, declared.bodies);
    const answers = answersOf(declared).map(
      (answer) => [answer.status, describe(answer, refusals === undefined ? impliedHeaders(facts) : [])] as const,
    );
    operation.responses = {
      ...Object.fromEntries(answers),
      ...(refusals === undefined
        ? errors.of(impliedErrors(declared, facts), headersOfErrors(declared, facts))
        : errors.named(refusals.map((refusal) => ({ ...refusal, response: describe(refusal) })))),
    };
  }
  correctBodies((document.components?.schemas ?? {}) as Record<string, BodySchema>);
  const named = { ...document.components?.schemas, ...components, ...errors.schemas() };
  return {
    ...document,
    components: { ...document.components, schemas: named, responses: errors.components },
  };
}

function answersOf(declared: DeclaredOperation): readonly Answer[] {
  return [declared, ...(declared.also ?? [])];
}

/** Everything that needs a schema. */
function bodiesOf(declared: DeclaredOperation): readonly z.ZodType[] {
  const answers = [...answersOf(declared), ...(declared.refusals ?? [])];
  return [...answers.flatMap(({ answer, event }) => [answer, event]), declared.takes?.body].filter((body) => body !== undefined);
}

interface Route extends Pick<RouteFacts, 'path' | 'repeats'> {
  readonly operation: OperationObject;
  readonly marks: ReturnType<typeof takeMarks>;
  readonly declared: DeclaredOperation;
  readonly bodyMembers: readonly string[];
}

const ORGANIZATION = ['org_id', 'organization_id'];

function factsOf({ path, operation, marks, declared, repeats, bodyMembers }: Route): RouteFacts {
  const parameters = (operation.parameters ?? []) as Parameter[];
  const takesBody = operation.requestBody !== undefined || declared.takes !== undefined;
  const ifMatch = parameters.find(({ name }) => name.toLowerCase() === 'if-match');
  return {
    path,
    isPublic: marks.has('x-public'),
    isDeprecated: declared.deprecated !== undefined,
    repeats,
    hearsCallers: marks.has('x-optional-caller'),
    needsStepUp: marks.has('x-step-up'),
    takesBody,
    takesInput: takesBody || repeats !== undefined || parameters.some((parameter) => parameter.in === 'query' || isIdentifier(parameter)),
    takesIfMatch: ifMatch !== undefined,
    needsIfMatch: ifMatch?.required === true,
    namesOrganization: [...parameters.map(({ name }) => name), ...bodyMembers].some((name) => ORGANIZATION.includes(name)),
  };
}

/** For a body that a class describes. */
function membersOf({ components }: OpenAPIObject, body: OperationObject['requestBody']): readonly string[] {
  const { $ref = '' } = (body as RequestBody | undefined)?.content['application/json']?.schema ?? {};
  const schema = components?.schemas?.[$ref.split('/').at(-1) ?? ''] as BodySchema | undefined;
  return Object.keys(schema?.properties ?? {});
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

function isIdentifier(parameter: Parameter): boolean {
  return parameter.in === 'path' && parameter.schema?.type === 'number';
}

/** Nest sees a number; `IdParam` accepts the positive ones of a column. Nest does not see what a name means. */
function complete(parameter: Parameter): void {
  if (isIdentifier(parameter)) parameter.schema = { type: 'integer', minimum: 1, maximum: LARGEST_INTEGER };
  // Nest sees no type when the method takes the whole query.
  if (parameter.in === 'query' && parameter.schema?.type === undefined) parameter.schema = { ...parameter.schema, type: 'string' };
  const { schema } = parameter;
  // What `idOf` and `PageParams` read; classes say their own bounds.
  if (parameter.in === 'query' && schema?.type === 'integer' && schema.minimum === 1) schema.maximum ??= LARGEST_INTEGER;
  const meaning = parameter.in === 'path' ? PATH_PARAMETERS[parameter.name] : undefined;
  if (meaning !== undefined) parameter.description ??= meaning;
}

/** What a controller says itself takes precedence: SCIM has its own tokens. */
function securityOf({ security }: OperationObject, { isPublic, hearsCallers }: RouteFacts): Record<string, string[]>[] {
  if (security !== undefined && security.length > 0) return security;
  if (hearsCallers) return [{}, { bearer: [] }];
  return isPublic ? [] : [{ bearer: [] }];
}

/**
 * Ends with what a caller needs. If no permission is needed, that is said only when the description has nothing else to say. OpenAPI 3.1
 * lets `security` name roles too, but linters take them for scopes of OAuth.
 */
function describedFor({ description, security = [] }: OperationObject, permissions: readonly Permission[] = []): string {
  if (permissions.length === 0) return description ?? callersOf(security);
  const named = permissions.map((permission) => `\`${permission}\``);
  const needed = `Needs the permission${named.length > 1 ? 's' : ''} ${AND.format(named)}.`;
  return description === undefined ? needed : `${description} ${needed}`;
}

function callersOf(security: Record<string, string[]>[]): string {
  const [first] = security;
  if (first === undefined) return 'Needs no access token.';
  if ('scim' in first) return 'Needs a provisioning token.';
  return 'bearer' in first ? 'Needs an access token.' : 'Accepts an access token but does not need one.';
}

function requestBodyOf(types: readonly string[], schema: JsonSchema = {}): NonNullable<OperationObject['requestBody']> {
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}

function addExamples({ requestBody }: OperationObject, bodies: Readonly<Record<string, object>>): void {
  if (requestBody === undefined || '$ref' in requestBody) return;
  const json = requestBody.content['application/json'];
  if (json !== undefined) json.examples = Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }]));
}

function responseOf(
  answer: Answer,
  [schema, event]: readonly [JsonSchema | undefined, JsonSchema | undefined],
  implied: readonly HeaderName[],
): ResponseObject {
  const { status, type = 'application/json', meaning } = answer;
  const headers = [...(answer.headers ?? []), ...implied];
  const hasContent = answer.answer !== undefined || answer.type !== undefined;
  return {
    description: meaning ?? (hasContent ? 'Success.' : (WITHOUT_CONTENT[status] ?? 'Success.')),
    ...(headers.length > 0 && { headers: headerObjects(headers, () => true) }),
    ...(hasContent && {
      content: {
        ...Object.fromEntries([type].flat().map((one) => contentOf(one, schema))),
        ...(event !== undefined && { [EVENT_STREAM]: { schema: event } }),
      },
    }),
  };
}

/** Anything other than JSON is text, or bytes without a schema. */
function contentOf(type: string, schema: JsonSchema | undefined): readonly [string, { schema?: JsonSchema }] {
  const [essence = ''] = type.split(';');
  if (schema !== undefined) return [essence, { schema }];
  return [essence, /^text\/|\+xml$/.test(essence) ? { schema: { type: 'string' } } : {}];
}
