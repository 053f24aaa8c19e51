import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { breaksBetween } from './breaks.js';

const released = JSON.parse(gunzipSync(readFileSync('test/compatibility/released.json.gz')).toString()) as ApiDocument;
const declared = JSON.parse(readFileSync('test/compatibility/declared-breaks.json', 'utf8')) as Readonly<Record<string, string>>;

describe('what clients of the last release rely on', () => {
  it('holds, but for breaks in declared-breaks.json', () => {
    expect(breaksBetween(released, readApiDocument())).toEqual(Object.keys(declared).toSorted());
  });

  it('is broken only where CHANGELOG.md says so', () => {
    const [, unreleased = ''] = /^## Unreleased\n(.*?)^## /ms.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(Object.values(declared).filter((said) => !unreleased.includes(said))).toEqual([]);
  });
});

/** The sentence first, for the name of the test. */
const told = ([change, sentence]: readonly [object, string]): readonly [string, object] => [sentence, change];

describe('a document breaks an earlier one', () => {
  const thing = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] };
  const body = { type: 'object', properties: { name: { type: 'string', maxLength: 9 }, kind: { enum: ['a', 'b'] } }, required: ['name'] };
  const closed = { ...body, additionalProperties: false };
  const base = {
    operationId: 'make',
    security: [{}],
    parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
    requestBody: { required: false, content: { 'application/json': { schema: body } } },
    responses: {
      201: {
        headers: { ETag: { required: true } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
      404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/GoneError' } } } },
    },
  };
  const documented = (change: object = {}, schema: object = thing): ApiDocument =>
    ({
      tags: [],
      paths: { '/things': { post: { ...base, ...change } } },
      components: { schemas: { Thing: schema, GoneError: {} }, responses: {} },
    }) as unknown as ApiDocument;
  const posted = (schema: object, required = false): object => ({ requestBody: { required, content: { 'application/json': { schema } } } });
  const named = (member: object, more: object = {}): object =>
    posted({ ...body, properties: { ...body.properties, name: member }, ...more });
  const answered = (responses: object): object => ({ responses: { ...base.responses, ...responses } });
  const queried = (...parameters: object[]): object => ({ parameters });
  const created = base.responses[201];

  const changes: readonly (readonly [object, string])[] = [
    [{ operationId: 'build' }, 'POST /things has another operationId: build'],
    [{ security: [{ bearer: [] }] }, 'POST /things needs a login'],
    [queried(), 'POST /things takes no query page'],
    [queried({ ...base.parameters[0], required: true }), 'POST /things needs query page'],
    [queried(base.parameters[0] ?? {}, { name: 'x', in: 'query', required: true }), 'POST /things needs query x'],
    [queried({ name: 'page', in: 'query', schema: { type: 'integer', maximum: 9 } }), 'POST /things query page has maximum 9'],
    [{ requestBody: undefined }, 'POST /things takes no body'],
    [posted(body, true), 'POST /things needs a body'],
    [posted(closed), 'POST /things body takes no other members'],
    [named({ type: 'string', maxLength: 8 }), 'POST /things body.name has maxLength 8'],
    [named({ type: 'string', maxLength: 9, minLength: 1 }), 'POST /things body.name has minLength 1'],
    [named({ type: 'string', maxLength: 9, pattern: 'x' }), 'POST /things body.name has pattern x'],
    [named({ type: 'integer', maxLength: 9 }), 'POST /things body.name was string and is integer'],
    [named(body.properties.name, { required: ['name', 'kind'] }), 'POST /things body.kind is required'],
    [posted({ ...body, properties: { name: body.properties.name, kind: { enum: ['a'] } } }), 'POST /things body.kind does not take "b"'],
    [posted({ ...body, properties: { name: body.properties.name } }), 'POST /things body.kind is gone'],
    [{ responses: { 200: created, 404: base.responses[404] } }, 'POST /things 201 is gone'],
    [answered({ 201: { ...created, headers: {} } }), 'POST /things 201 may lack the header ETag'],
    [answered({ 201: { ...created, content: { 'text/csv': {} } } }), 'POST /things 201 has no application/json'],
    [answered({ 404: {}, 410: base.responses[404] }), 'GoneError comes with 410'],
  ];
  it.each(changes.map(told))('where %s', (sentence, change) => {
    expect(breaksBetween(documented(), documented(change))).toEqual([sentence]);
  });

  const answers: readonly (readonly [object, string])[] = [
    [{ ...thing, required: [] }, 'Thing (answer).id may be absent'],
    [{ ...thing, properties: { name: { type: 'string' } } }, 'Thing (answer).id is gone'],
    [{ ...thing, properties: { ...thing.properties, id: { type: 'string' } } }, 'Thing (answer).id was integer and is string'],
    [
      { ...thing, properties: { ...thing.properties, name: { type: ['string', 'null'] } } },
      'Thing (answer).name was string and is string|null',
    ],
    [
      { ...thing, properties: { ...thing.properties, name: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      'Thing (answer).name was string and is null',
    ],
  ];
  it.each(answers.map(told))('where %s', (sentence, schema) => {
    expect(breaksBetween(documented(), documented({}, schema))).toEqual([sentence]);
  });

  it.each([
    [named({ type: ['string', 'null'], maxLength: 10 })],
    [posted({ ...body, required: [] })],
    [posted({ ...body, properties: { ...body.properties, more: {} } })],
    [queried(base.parameters[0] ?? {}, { name: 'x', in: 'query' })],
    [answered({ 409: {} })],
  ])('not where more is taken and answered: %#', (change) => {
    const more = {
      ...thing,
      properties: { ...thing.properties, id: { type: 'integer', maximum: 9 }, other: {} },
      required: ['id', 'name'],
    };
    expect(breaksBetween(documented(), documented(change, more))).toEqual([]);
  });
});
