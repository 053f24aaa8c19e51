import { describe, expect, it, jest } from '@jest/globals';
import { installation } from '../support/installation.js';

jest.setTimeout(60_000);

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

// The bodies of requests get their schemas when the program is built, so only the built program can be asked.
describe('the API document of the built program', () => {
  const made = installation();

  it('names the members of every body and query', async () => {
    const url = await made().run('main').listening();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
    const { schemas } = document.components;
    const empty = Object.keys(schemas).filter(
      (name) => schemas[name]?.type === 'object' && Object.keys(schemas[name].properties ?? {}).length === 0,
    );
    expect(empty).toEqual([]);
    expect(schemas['LoginBody']).toMatchObject({
      properties: { username: { type: 'string', description: 'Username or e-mail address.' } },
      required: ['username', 'password'],
    });
    expect(document.paths['/api/v1/data-sources/{data_source_id}/discover-schema']?.['post']).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'refresh', in: 'query' })]),
    });
  });
});
