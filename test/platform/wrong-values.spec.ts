import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { RequestValidationPipe } from '../../src/platform/http/request-validation.pipe.js';
import type { FieldError, ValidationFailed } from '../../src/shared/domain-error.js';
import { type ApiDocument, readApiDocument } from '../setup/api-contract.js';
import { exampleBody } from '../support/example-body.js';

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
  /** Inside of the field. */
  readonly at?: string;
}

const OF_KINDS = { string: 'text', integer: 7, boolean: true, array: [], object: {} } as const;
const LONGEST_TRIED = 200_000;

/** Values that break one promise of a schema each. */
function wrongValues(schema: Schema): Wrong[] {
  const types = [schema.type ?? []].flat();
  const [type = ''] = types;
  const others = Object.entries({ ...OF_KINDS, ...(types.includes('null') ? {} : { null: null }) }).filter(([kind]) => !types.includes(kind));
  const wrong: Wrong[] = others.map(([, value]) => ({ value, cause: ['wrong_type', { expected: type }] }));
  const { minLength: shortest, maxLength: longest, minItems: fewest, maxItems: most, minimum: min, maximum: max, items } = schema;
  if (type === 'string' && schema.enum === undefined) {
    if (shortest !== undefined && shortest > 0) wrong.push({ value: 'x'.repeat(shortest - 1), cause: ['too_short', { min: shortest }] });
    if (longest !== undefined && longest < LONGEST_TRIED) wrong.push({ value: 'x'.repeat(longest + 1), cause: ['too_long', { max: longest }] });
  }
  if (schema.enum !== undefined) wrong.push({ value: 'no such', cause: ['not_one_of', { allowed: schema.enum.filter((one) => one !== null) }] });
  if (type === 'integer') {
    wrong.push({ value: 1.5, cause: ['wrong_type', { expected: 'integer' }] });
    if (min !== undefined) wrong.push({ value: min - 1, cause: ['too_small', { min }] });
    if (max !== undefined) wrong.push({ value: max + 1, cause: ['too_large', { max }] });
  }
  if (type === 'array') {
    const example = (items as { example?: unknown } | undefined)?.example ?? (items?.type === 'integer' ? 1 : 'x');
    if (fewest !== undefined && fewest > 0) wrong.push({ value: [], cause: ['too_few', { min: fewest }] });
    if (most !== undefined && most < 5_000) wrong.push({ value: Array.from({ length: most + 1 }, (_, at) => (typeof example === 'number' ? at + 1 : `x${at}`)), cause: ['too_many', { max: most }] });
  }
  return wrong;
}

describe('a wrong value of a body', () => {
  const document = readApiDocument();
  const pipe = new RequestValidationPipe();
  const classes = new Map<string, Type>();
  beforeAll(async () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.dto.ts'));
    for (const file of files)
      for (const [name, type] of Object.entries((await import(join('../../src', file.replace(/ts$/, 'js')))) as Record<string, unknown>))
        if (typeof type === 'function') classes.set(name, type as Type);
  });
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : ((document.components.schemas as unknown as Record<string, Schema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const bodies = Object.entries((document as ApiDocument).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const { $ref } = (requestBody?.content['application/json']?.['schema'] ?? {}) as Schema;
      return $ref === undefined || path.startsWith('/scim') ? [] : [{ name: $ref.split('/').at(-1) ?? '', example: exampleBody(document, path, method) as object }];
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

  it('is told by its cause', async () => {
    const told: unknown[] = [];
    let count = 0;
    for (const { name, example } of new Map(bodies.map((body) => [body.name, body])).values())
      for (const [field, given] of Object.entries(resolved({ $ref: `#/components/schemas/${name}` }).properties ?? {}))
        for (const { value, cause: [code, args = {}], at = '' } of wrongValues(resolved(given))) {
          count += 1;
          const details = await judged(name, { ...example, [field]: value });
          const found = details.find((one) => one.field.startsWith(`${field}${at}`));
          try {
            expect([found?.code, found?.arguments ?? {}]).toEqual([code, args]);
          } catch {
            told.push(`${name}.${field} = ${JSON.stringify(value)?.slice(0, 30)}: ${code} ${JSON.stringify(args)}, but ${JSON.stringify(found ?? details)}`.slice(0, 330));
          }
        }
    console.log(count, told.length); (await import('node:fs')).writeFileSync('/tmp/told.txt', told.join('\n'));
    expect(told).toEqual([]);
  });
});
