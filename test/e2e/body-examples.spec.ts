import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { plant } from '../support/planted-schema.js';
import { RIVERS } from '../support/rivers-schema.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** What somebody sends who copies the examples of the API reference. */
describe('the examples of request bodies', () => {
  let document: ApiDocument;
  let app: TestApp;
  let token: string;
  /** The template that the first of them makes. */
  let created = 0;
  beforeAll(async () => {
    document = readApiDocument();
    app = await startTestApp();
    token = (await logIn(app.http, 'olivia')).accessToken;
    await plant(app.dataSource, 1, [RIVERS]);
  });
  afterAll(() => app.close());

  function exampleOf(schema: Schema): unknown {
    const { $ref, example, allOf, items, properties } = schema;
    if (example !== undefined) return example;
    if ($ref !== undefined) return exampleOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema);
    if (allOf?.[0] !== undefined) return exampleOf(allOf[0]);
    if (items !== undefined) return [exampleOf(items)];
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, member]) => [name, exampleOf(member)]));
  }

  it.each([
    ['post', '/api/v1/prompt-templates', '', 201],
    ['put', '/api/v1/prompt-templates/{template_id}', '', 200],
    ['post', '/api/v1/prompt-templates/{template_id}/publish', '', 200],
    ['post', '/api/v1/prompt-templates/import', '?dry_run=true', 200],
    ['post', '/api/v1/prompt-templates/{template_id}/render', '', 200],
    ['post', '/api/v1/data-sources', '', 201],
    ['patch', '/api/v1/data-sources/{data_source_id}', '', 200],
    ['post', '/api/v1/data-sources/{data_source_id}/query/validate', '', 200],
  ])('are taken as they are by %s %s', async (method, path, query, status) => {
    const content = document.paths[path]?.[method]?.requestBody?.content['application/json'];
    const body = exampleOf(content?.['schema'] as Schema);
    const isOfCreated = path.includes('prompt-templates') && !path.endsWith('/render');
    const id = isOfCreated ? created : 1;
    const answer = await app.http.send(method.toUpperCase(), path.replace(/{\w+}/, String(id)) + query, body, {
      token,
    });
    expect([answer.status, answer.body?.details]).toEqual([status, undefined]);
    expect(answer.body.data.problems ?? []).toEqual([]);
    expect(answer.body.data.valid ?? true).toBe(true);
    if (status === 201 && path.endsWith('prompt-templates')) created = answer.body.data.id;
  });
});
