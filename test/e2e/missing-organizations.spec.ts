import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { exampleBody } from '../../src/platform/http/example-body.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** A list of what one's own organizations have takes the id for a filter: people without any get 403, whatever it is. */
const FILTERED = 'GET /api/v1/prompt-templates';

/** Whether a program may ask at all is judged first, and a system administrator belongs to no organization that lets it. */
const JUDGED_BEFORE = 'POST /api/v1/agents';

/** Routes that are about an organization by its id: in the path, in the query, in the body. */
function routesOf(document: ApiDocument): [string, string][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): [string, string][] => {
      const { parameters = [] } = operation as { parameters?: readonly Parameter[] };
      const isNamed = parameters.some(({ name }) => name === 'org_id' || name === 'organization_id');
      const body = exampleBody(document, path, method);
      const isInBody = typeof body === 'object' && body !== null && 'organization_id' in body;
      return path.startsWith('/scim/') || (!isNamed && !isInBody) ? [] : [[method.toUpperCase(), path]];
    }),
  );
}

describe('an organization that does not exist', () => {
  const document = readApiDocument();
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    token = (await logIn(app.http, 'sysadmin')).accessToken;
  });
  afterAll(() => app.close());

  const routes = routesOf(document);
  it('can be named on many routes', () => expect(routes.length).toBeGreaterThan(60));

  it.each(routes)('%s %s tells a system administrator so', async (method, path) => {
    const body = exampleBody(document, path, method.toLowerCase());
    const isOfBody = typeof body === 'object' && body !== null && 'organization_id' in body;
    const address = path.replace(/\{(org_id|organization_id)\}/, String(MISSING)).replaceAll(/\{\w+\}/g, '1');
    const { parameters = [] } = (document.paths[path]?.[method.toLowerCase()] ?? {}) as { parameters?: readonly Parameter[] };
    const needed = parameters.filter(
      ({ in: place, required, name }) => place === 'query' && required === true && name !== 'organization_id',
    );
    const ofPlace = address === path || !path.includes('{org') ? [`organization_id=${MISSING}`] : [];
    const query = `?${[...ofPlace, ...needed.map(({ name }) => `${name}=1`)].join('&')}`;
    const sent = isOfBody ? { ...body, organization_id: MISSING } : body;
    const answer = await app.http.send(method, `${address}${isOfBody ? '' : query}`, sent, {
      token,
      headers: { 'If-Match': '"1"' },
    });
    const expected = [FILTERED, JUDGED_BEFORE].includes(`${method} ${path}`) ? [403, 'FORBIDDEN'] : [404, 'NOT_FOUND'];
    expect([answer.status, answer.body?.code]).toEqual(expected);
  });
});
