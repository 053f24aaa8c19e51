import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { breaksBetween } from './breaks.js';

const released = JSON.parse(gunzipSync(readFileSync('test/compatibility/released.json.gz')).toString()) as ApiDocument;
/** By what CHANGELOG.md says of them. */
const declared = JSON.parse(readFileSync('test/compatibility/declared-breaks.json', 'utf8')) as Readonly<Record<string, readonly string[]>>;

describe('what clients of the last release rely on', () => {
  it('holds, but for breaks in declared-breaks.json', () => {
    expect(breaksBetween(released, readApiDocument())).toEqual(Object.values(declared).flat().toSorted());
  });

  it('is broken only where CHANGELOG.md says so', () => {
    const [, unreleased = ''] = /^## Unreleased\n(.*?)^## /ms.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(Object.keys(declared).filter((said) => !unreleased.includes(said))).toEqual([]);
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

  const number = { type: 'number' };
  const strings = { type: 'string' };
  const requests: readonly (readonly [object, object, string])[] = [
    [number, { ...number, minimum: 0 }, 'minimum 0'],
    [number, { ...number, minimum: -5 }, 'minimum -5'],
    [{ ...number, minimum: -9 }, { ...number, minimum: -5 }, 'minimum -5'],
    [number, { ...number, exclusiveMinimum: -1 }, 'exclusiveMinimum -1'],
    [{ ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }, 'exclusiveMinimum 1'],
    [{ ...number, exclusiveMinimum: 1 }, { ...number, minimum: 2 }, 'minimum 2'],
    [number, { ...number, exclusiveMaximum: 9 }, 'exclusiveMaximum 9'],
    [{ ...number, maximum: 9 }, { ...number, exclusiveMaximum: 9 }, 'exclusiveMaximum 9'],
    [{ ...number, exclusiveMaximum: 9 }, { ...number, exclusiveMaximum: 8 }, 'exclusiveMaximum 8'],
    [strings, { ...strings, minLength: 1 }, 'minLength 1'],
  ];
  it.each(requests)('where a request with %j is judged by %j', (before, now, keyword) => {
    expect(breaksBetween(documented(named(before)), documented(named(now)))).toEqual([`POST /things body.name has ${keyword}`]);
  });

  it.each([
    [{ ...number, minimum: 1 }, number],
    [
      { ...number, minimum: 2 },
      { ...number, exclusiveMinimum: 1 },
    ],
    [
      { ...number, exclusiveMinimum: 1 },
      { ...number, minimum: 1 },
    ],
    [
      { ...number, exclusiveMaximum: 8 },
      { ...number, maximum: 8 },
    ],
    [strings, { ...strings, minLength: 0 }],
  ])('not where a request with %j is judged by %j', (before, now) => {
    expect(breaksBetween(documented(named(before)), documented(named(now)))).toEqual([]);
  });

  const list = (...prefixItems: object[]): object => ({ type: 'array', prefixItems });
  const map = (additionalProperties: unknown): object => ({ type: 'object', additionalProperties });
  const parts: readonly (readonly ['answer' | 'request', object, object, string])[] = [
    ['request', map(strings), map(number), '.* was string and is number'],
    ['request', map(true), map(strings), '.* was anything and is string'],
    ['request', map(strings), map(false), ' takes no other members'],
    ['request', list(strings), list(number), '[0] was string and is number'],
    ['request', list(strings), list(strings, number), '[1] was anything and is number'],
    ['request', { type: 'array' }, { type: 'array', items: strings }, '[] was anything and is string'],
    ['answer', map(strings), map(number), '.* was string and is number'],
    ['answer', map(strings), map(true), '.* was string and is anything'],
    ['answer', list(strings, number), list(strings, strings), '[1] was number and is string'],
    ['answer', list(strings), { type: 'array' }, '[0] was string and is anything'],
  ];
  it.each(parts)('where in a %s %j becomes %j', (side, before, now, sentence) => {
    const wrapped = (part: object): object => ({ type: 'object', properties: { all: part }, required: ['all'] });
    const found =
      side === 'request'
        ? breaksBetween(documented(posted(wrapped(before))), documented(posted(wrapped(now))))
        : breaksBetween(documented({}, wrapped(before)), documented({}, wrapped(now)));
    expect(found).toEqual([`${side === 'request' ? 'POST /things body.all' : 'Thing (answer).all'}${sentence}`]);
  });

  it.each([
    ['request', map(false), map(strings)],
    ['request', map(strings), map(true)],
    ['request', list(strings, number), list(strings)],
    ['answer', map(true), map(strings)],
    ['answer', list(strings), list(strings, number)],
  ])('not where in a %s %j becomes %j', (side, before, now) => {
    const found =
      side === 'request'
        ? breaksBetween(documented(posted(before)), documented(posted(now)))
        : breaksBetween(documented({}, before), documented({}, now));
    expect(found).toEqual([]);
  });
});
