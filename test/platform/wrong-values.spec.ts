import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { shownField } from '../../src/platform/http/error-response.js';
import { RequestValidationPipe } from '../../src/platform/http/request-validation.pipe.js';
import type { FieldError, ValidationFailed } from '../../src/shared/domain-error.js';
import { inEnglish } from '../../src/shared/sentence.js';
import { readApiDocument } from '../setup/api-contract.js';
import { FixedClock } from '../support/fixed-clock.js';
import { exampleBody } from '../../src/platform/http/example-body.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Wrong {
  readonly value: unknown;
  /** Code and arguments. */
  readonly cause: readonly [string, object?];
}

const OF_KINDS = { string: 'text', integer: 7, boolean: true, array: [], object: {} } as const;
const LONGEST_TRIED = 200_000;

/** Values that break one promise of a schema each. */
function wrongValues(schema: Schema): Wrong[] {
  const types = [schema.type ?? []].flat();
  const [type] = types;
  if (type === undefined) return [];
  const others = Object.entries({ ...OF_KINDS, ...(types.includes('null') ? {} : { null: null }) }).filter(
    ([kind]) => !types.includes(kind),
  );
  const allowed = schema.enum?.filter((one) => one !== null);
  if (allowed !== undefined)
    return [...others.map(([, value]) => value), 'no such'].map((value) => ({ value, cause: ['not_one_of', { allowed }] }));
  const wrong: Wrong[] = others.map(([, value]) => ({ value, cause: ['wrong_type', { expected: type }] }));
  const { minLength: shortest, maxLength: longest, minItems: fewest, maxItems: most, minimum: min, maximum: max, items } = schema;
  if (type === 'string') {
    if (shortest !== undefined && shortest > 0) wrong.push({ value: 'x'.repeat(shortest - 1), cause: ['too_short', { min: shortest }] });
    if (longest !== undefined && longest < LONGEST_TRIED)
      wrong.push({ value: 'x'.repeat(longest + 1), cause: ['too_long', { max: longest }] });
  }
  if (type === 'integer') {
    wrong.push({ value: 1.5, cause: ['wrong_type', { expected: 'integer' }] });
    if (min !== undefined) wrong.push({ value: min - 1, cause: ['too_small', { min }] });
    if (max !== undefined) wrong.push({ value: max + 1, cause: ['too_large', { max }] });
  }
  if (type === 'array') {
    const example = (items as { example?: unknown } | undefined)?.example ?? (items?.type === 'integer' ? 1 : 'x');
    if (fewest !== undefined && fewest > 0) wrong.push({ value: [], cause: ['too_few', { min: fewest }] });
    if (most !== undefined && most < 5_000)
      wrong.push({
        value: Array.from({ length: most + 1 }, (_, at) => (typeof example === 'number' ? at + 1 : `x${at}`)),
        cause: ['too_many', { max: most }],
      });
  }
  return wrong;
}

describe('a wrong value of a body', () => {
  const document = readApiDocument();
  const pipe = new RequestValidationPipe(new FixedClock());
  const classes = new Map<string, Type>();
  beforeAll(async () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.dto.ts'));
    for (const file of files)
      for (const [name, type] of Object.entries((await import(join('../../src', file.replace(/ts$/, 'js')))) as Record<string, unknown>))
        if (typeof type === 'function') classes.set(name, type as Type);
  });
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : ((document.components.schemas as unknown as Record<string, Schema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const { $ref } = (requestBody?.content['application/json']?.['schema'] ?? {}) as Schema;
      return $ref === undefined || path.startsWith('/scim')
        ? []
        : [{ name: $ref.split('/').at(-1) ?? '', example: exampleBody(document, path, method) as object }];
    }),
  );
  const judged = async (name: string, body: object): Promise<readonly FieldError[]> => {
    try {
      await pipe.transform(body, { type: 'body', metatype: classes.get(name) as Type });
      return [];
    } catch (error) {
      return (error as ValidationFailed).details ?? [];
    }
  };

  it('is told by its cause, in English and in German', async () => {
    const untrue: string[] = [];
    let count = 0;
    for (const { name, example } of new Map(bodies.map((body) => [body.name, body])).values())
      for (const [field, given] of Object.entries(resolved({ $ref: `#/components/schemas/${name}` }).properties ?? {}))
        for (const { value, cause } of wrongValues(resolved(given))) {
          const details = await judged(name, { ...example, [field]: value });
          const found = details.find((one) => one.field === field) ?? details.find((one) => one.field.startsWith(`${field}[`));
          // What the use case judges, or a rule that only its sentence tells.
          if (found === undefined || found.code === 'invalid') continue;
          count += 1;
          const [english, german] = (['en', 'de'] as const).map((language) => shownField(found, language).message);
          if (english === german) untrue.push(`${name}.${field}: ${english}`);
          const isTold = isDeepStrictEqual([found.code, found.arguments ?? {}], [cause[0], cause[1] ?? {}]);
          const isOfItem = found.field !== field && found.code === 'wrong_type';
          const isNoTime = found.code === 'malformed' && typeof value === 'string';
          if (!isTold && !isOfItem && !isNoTime)
            untrue.push(`${name}.${field} = ${JSON.stringify(value).slice(0, 30)}: ${JSON.stringify(found)}`);
        }
    expect(untrue).toEqual([]);
    expect(count).toBeGreaterThan(600);
  });

  it.each([
    ['CreateDataSourceBody', { organization_id: '1' }, 'organization_id', 'wrong_type', 'Must be a whole number.'],
    ['CreateRoleBody', { permissions: 'x' }, 'permissions', 'wrong_type', 'Must be a list.'],
    ['CreateOrganizationBody', { domain: 7 }, 'domain', 'wrong_type', 'Must be a text.'],
    ['CreateTemplateBody', { compatible_data_source_ids: [1, 'x'] }, 'compatible_data_source_ids[1]', 'wrong_type', expect.any(String)],
  ])('of %s, %j, is told at %s', async (name, wrong, field, code, message) => {
    const { example } = bodies.find((body) => body.name === name) ?? { example: {} };
    const found = (await judged(name, { ...example, ...wrong })).find((one) => one.field === field);
    expect([found?.code, found && inEnglish(found.message)]).toEqual([code, message]);
  });
});
