import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleBody } from './example-body.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: unknown; readonly example?: unknown };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>>; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** As much as the page shows beside the text of an operation. */
const LONGEST_LINE = 64;

/** What the typed client has a method of its own for, since it keeps the tokens. */
const OWN_METHODS: Readonly<Record<string, string>> = {
  login: 'login',
  browserLogin: 'login',
  exchangeSsoCode: 'exchange',
  browserExchange: 'exchange',
  proveIdentityLink: 'link',
  browserLink: 'link',
  logoutFromSso: 'logout',
  browserLogout: 'logout',
};

const PICTURE = { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'Content-Type': 'image/svg+xml' } };

/**
 * Adds to each operation how the typed client calls it; viewers show that before samples that they make themselves. Directories and identity
 * providers have clients of their own, and redirects and pages of a browser are no calls.
 */
export function addCodeSamples(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/scim/')) continue;
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      const source = operation && sampleOf(document, path, method, operation);
      if (source === undefined) continue;
      Object.assign(operation as object, { 'x-codeSamples': [{ lang: 'typescript', label: 'Typed client', source }] });
    }
  }
}

function sampleOf(document: OpenAPIObject, path: string, method: string, operation: Operation): string | undefined {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const types = Object.keys(requestBody?.content ?? {});
  const isPicture = types.includes('image/svg+xml');
  const isForm = types.length > 0 && !isPicture && !types.includes('application/json');
  const isCall = Object.entries(responses).some(([status, { content = {} }]) => status.startsWith('2') && !('text/html' in content));
  if (isForm || !isCall) return undefined;
  const body = exampleBody(document, path, method) ?? (requestBody?.required === true ? {} : undefined);
  const own = OWN_METHODS[operationId];
  if (own !== undefined) return setUp(operationId.startsWith('browser'), `headgate.${own}(${own === 'logout' ? '' : literal(body)})`);
  const params = { ...valuesOf(parameters, 'path'), ...valuesOf(parameters, 'query') };
  const init = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(isPicture ? PICTURE : body !== undefined && { body }),
    ...(parameters.some(({ name }) => name === 'If-Match') && { ifMatch: '"1"' }),
  };
  const [begin, end] =
    method === 'get' && isPaged(parameters)
      ? ['for await (const page of headgate.pages(', ')) console.log(page);']
      : [`const data = unwrap(await headgate.${method.toUpperCase()}(`, '));'];
  const given = Object.keys(init).length > 0 ? `, ${literal(init, '', begin.length + path.length + end.length)}` : '';
  return `${begin}'${path}'${given}${end}`;
}

function setUp(isInPage: boolean, call: string): string {
  const options = isInPage ? `{ baseUrl: location.origin, session: 'cookie' }` : `{ baseUrl: 'http://localhost:3000' }`;
  return `import { HeadgateClient } from '@headgate/client';

const headgate = new HeadgateClient(${options});
const answer = await ${call};`;
}

function isPaged(parameters: readonly Parameter[]): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === 'page');
}

function valuesOf(parameters: readonly Parameter[], place: 'path' | 'query'): object {
  const meant = parameters.filter((one) => one.in === place && one.required === true);
  const values = meant.map(({ name, schema }) => [name, schema?.example ?? (schema?.type === 'integer' ? 1 : name)] as const);
  return values.length === 0 ? {} : { [place]: Object.fromEntries(values) };
}

/** As it stands in a program: on one line if it fits beside what else is there. */
function literal(value: unknown, indent = '', beside = indent.length + 12): string {
  if (typeof value === 'string') return /['\n\\]/.test(value) ? JSON.stringify(value) : `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => literal(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(member, inner)}`);
  const [begin, end] = isList ? ['[', ']'] : ['{', '}'];
  const space = isList ? '' : ' ';
  const line = parts.length === 0 ? begin + end : `${begin}${space}${parts.join(', ')}${space}${end}`;
  if (beside + line.length <= LONGEST_LINE && !line.includes('\n')) return line;
  return `${begin}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${end}`;
}
