import { appendFileSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { HEADERS_OF_ANY } from '../../src/platform/http/response-headers.js';
import { ShownAnswers } from './shown-answers.js';

type Json = Readonly<Record<string, unknown>>;

interface Response {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, Json>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly Json[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Json;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface ObservedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

let served: ApiDocument | undefined;

/** The document that the built program serves, as the global setup has asked for it. Read once: some tests ask for each operation. */
export function readApiDocument(): ApiDocument {
  served ??= JSON.parse(readFileSync(process.env['HEADGATE_API_DOCUMENT'] ?? '', 'utf8')) as ApiDocument;
  return served;
}

const NDJSON = 'application/x-ndjson';

const ALLOWED_ANYWHERE = new Set(HEADERS_OF_ANY.map((name) => name.toLowerCase()));

/**
 * Answered whatever the route declares: a request that cannot be read does not reach it, and a fault that no test provokes on purpose
 * is seen by the status.
 */
const ANSWERED_BY_ANY = [
  'INTERNAL',
  'VALIDATION_FAILED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const ERROR_OF_NO_ROUTE = {
  type: 'object',
  properties: {
    success: { const: false },
    code: {
      enum: [...ANSWERED_BY_ANY, 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'UNAVAILABLE'],
    },
    message: { type: 'string', minLength: 1 },
    details: { type: 'array' },
    request_id: { type: 'string', minLength: 1 },
  },
  required: ['success', 'code', 'message', 'request_id'],
  unevaluatedProperties: false,
};

/** Most schemas judge a few answers: what is compiled sooner and runs slower costs less. */
const OPTIONS = { strict: false, allErrors: true, validateSchema: false, code: { optimize: false } };

/** Holds answers against the API document. Loaded once for each worker; a schema is compiled when it is first needed. */
export class ApiContract {
  private readonly ajv = new Ajv2020(OPTIONS);
  private readonly shown: ShownAnswers;
  /** By the number of their parts, for each answer looks for its route. */
  private readonly routes = new Map<number, { readonly path: string; readonly pattern: RegExp }[]>();

  constructor(private readonly document: Pick<ApiDocument, 'paths' | 'components'>) {
    // What is spelt out goes before what has parameters, as in the router.
    const open = (path: string): number => Number(path.includes('{'));
    for (const path of Object.keys(this.document.paths).sort((one, other) => open(one) - open(other))) {
      const pattern = new RegExp(`^${path.replaceAll(/{\w+}/g, '[^/]+')}/?$`);
      this.routes.set(partsOf(path), [...(this.routes.get(partsOf(path)) ?? []), { path, pattern }]);
    }
    this.shown = new ShownAnswers(document);
    addFormats.default(this.ajv);
    this.ajv.addSchema(closed(this.document) as Json, 'api');
    this.ajv.addSchema(ERROR_OF_NO_ROUTE, 'error-of-no-route');
  }

  /** @returns in what the answer is not as the document says */
  faultsOf(answer: ObservedAnswer): readonly string[] {
    const path = pathOf(answer);
    const { method, route, operation } = this.routeOf(answer);
    const isOfDirectory = path.startsWith('/scim/v2/');
    // Directories are told of faults in their own form, and of a search that is read like a resource by its method.
    const isOfNoRoute = isOfDirectory && [405, 500].includes(answer.status);
    if (route === undefined || operation === undefined || isOfNoRoute) {
      // What the check of the origin answers to a browser (the Fetch standard, section 3.3.5).
      if (answer.method === 'OPTIONS' || answer.method === 'HEAD') return [];
      if (isOfDirectory) return this.faultsOfBody('api#/components/schemas/ScimError', answer.text);
      return path.startsWith('/api/') ? this.faultsOfBody('error-of-no-route', answer.text) : [];
    }
    // These show an example yet, and no schema.
    if (operation.operationId.includes('Controller_')) return [];
    const { [String(answer.status)]: given } = operation.responses;
    const pointer = given && '$ref' in given ? given.$ref : pointerTo('paths', route.path, method, 'responses', answer.status);
    const declared = given && '$ref' in given ? this.document.components.responses[nameIn(given.$ref)] : given;
    const code = answer.status < 400 ? undefined : codeOf(answer.text);
    const isOfRoute = declared !== undefined && (code === undefined || JSON.stringify(declared).includes(errorNamed(code)));
    if (!isOfRoute && ANSWERED_BY_ANY.includes(code ?? '')) return this.faultsOfBody('error-of-no-route', answer.text);
    if (declared === undefined) return [`The status ${answer.status} (${code ?? 'no code'}) is not declared.`];
    return [...faultsOfHeaders(declared, answer.headers), ...this.faultsOfContent(declared, pointer, answer)];
  }

  /** What the summary of a full run compares with the document: the operation, the status, and the code of an error. */
  noteOf(answer: ObservedAnswer): string | undefined {
    const { operation } = this.routeOf(answer);
    const { status, text } = answer;
    return operation && `${operation.operationId} ${status} ${status < 400 ? '' : (codeOf(text) ?? '')}`.trim();
  }

  /** Where a good answer is unlike the example that the document shows of it; `undefined` where it shows none. */
  unlikeExample(answer: ObservedAnswer): readonly string[] | undefined {
    const { operation } = this.routeOf(answer);
    const { [String(answer.status)]: declared } = operation?.responses ?? {};
    if (declared === undefined || '$ref' in declared || answer.status >= 300) return undefined;
    const type = typeOf(answer.headers) ?? '';
    const schema = declared.content?.[type]?.['schema'] as Json | undefined;
    return schema !== undefined && /[/+]json$/.test(type) ? this.shown.unlike(schema, JSON.parse(answer.text)) : undefined;
  }

  private routeOf(answer: Pick<ObservedAnswer, 'method' | 'path'>) {
    const path = pathOf(answer);
    const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
    const route = this.routes
      .get(partsOf(path))
      ?.find((candidate) => candidate.pattern.test(path) && method in (this.document.paths[candidate.path] ?? {}));
    return { method, route, operation: route && this.document.paths[route.path]?.[method] };
  }

  private faultsOfContent(declared: Response, pointer: string, { method, headers, text }: ObservedAnswer): string[] {
    const types = Object.keys(declared.content ?? {});
    const type = typeOf(headers);
    if (types.length === 0) return text === '' ? [] : ['There is a body, and none is declared.'];
    if (type === undefined || !types.includes(type)) return [`The type ${type ?? 'of no name'} is not declared.`];
    // Pictures, diagrams and tables are read by no schema.
    if (method === 'HEAD' || !/[/+](?:x-nd)?json$/.test(type)) return [];
    const schema = `api${pointer}/${pointerTo('content', type, 'schema').slice(2)}`;
    return type === NDJSON ? this.faultsOfLines(schema, text) : this.faultsOfBody(schema, text);
  }

  private faultsOfLines(schema: string, text: string): string[] {
    const lines = text.split('\n');
    const unfinished = lines.pop();
    return [
      ...lines.flatMap((line, at) => this.faultsOfBody(schema, line).map((fault) => `Line ${at + 1}: ${fault}`)),
      ...(unfinished === '' ? [] : ['The last line has no end.']),
    ];
  }

  private faultsOfBody(schema: string, text: string): string[] {
    const validate = this.ajv.getSchema(schema);
    if (validate === undefined) return [`There is no schema at ${schema}.`];
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`It is no JSON: ${text.slice(0, 200)}`];
    }
    if (validate(body) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'The body'} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function typeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0];
}

function faultsOfHeaders(declared: Response, headers: Headers): string[] {
  const known = new Map(Object.entries(declared.headers ?? {}).map(([name, header]) => [name.toLowerCase(), header]));
  const missing = [...known].filter(([name, { required }]) => required === true && !headers.has(name));
  const untold = [...headers.keys()].filter((name) => !known.has(name) && !ALLOWED_ANYWHERE.has(name));
  return [...missing.map(([name]) => `The header ${name} is missing.`), ...untold.map((name) => `The header ${name} is not declared.`)];
}

/** Objects with declared members take no others; the published document stays open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  const isOpen = 'properties' in members && members['type'] === 'object' && !('additionalProperties' in members);
  return isOpen ? { ...members, unevaluatedProperties: false } : members;
}

function pointerTo(...keys: readonly (string | number)[]): string {
  return `#/${keys.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

function partsOf(path: string): number {
  return path.replace(/\/$/, '').split('/').length;
}

function pathOf({ path }: Pick<ObservedAnswer, 'path'>): string {
  // SCIM takes a base address with a slash at its end.
  return new URL(path, 'http://headgate.test').pathname.replace(/^\/scim\/v2\/\/(?=[^/])/, '/scim/v2/');
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function codeOf(text: string): string | undefined {
  return /"code":"([A-Z_]+)"/.exec(text)?.[1];
}

/** The end of a reference to the schema of a code. */
function errorNamed(code: string): string {
  return `/${code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error"`;
}

let contract: ApiContract | undefined;
const noted = new Set<string>();
/** In how many places the answer that is most like the example differs from it. */
const nearest = new Map<string, number>();

/** For the summary of a full run, see `declared-answers.mjs`. */
export function noteAnswer(answer: ObservedAnswer): void {
  contract ??= new ApiContract(readApiDocument());
  const note = contract.noteOf(answer);
  const file = process.env['HEADGATE_SEEN_ANSWERS'];
  if (note === undefined || file === undefined) return;
  // At once, for a worker is not always told that it ends; what is so short goes into the file undivided.
  const write = (line: string): void => appendFileSync(file, `${line}\n`);
  if (!noted.has(note)) write(note);
  noted.add(note);
  const best = nearest.get(note) ?? Infinity;
  const unlike = best === 0 || answer.method === 'HEAD' ? undefined : contract.unlikeExample(answer);
  if (unlike === undefined || unlike.length >= best) return;
  nearest.set(note, unlike.length);
  write(unlike.length === 0 ? `${note} as_shown` : `${note} unlike ${unlike.join('; ').slice(0, MOST_TOLD)}`);
}

const MOST_TOLD = 1000;

/** @throws Error for an answer that is not as the API document says */
export function assertDeclared(answer: ObservedAnswer): void {
  contract ??= new ApiContract(readApiDocument());
  noteAnswer(answer);
  const faults = contract.faultsOf(answer);
  if (faults.length === 0) return;
  const { method, path, status, text } = answer;
  throw new Error(`${method} ${path} answered ${status}, but not as declared:\n${faults.join('\n')}\n${text.slice(0, 500)}`);
}
