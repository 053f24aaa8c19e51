import { describe, expect, it } from '@jest/globals';
import type { Parameter } from '../../domain/parameter.js';
import { AjvParameterDefinitions } from './ajv-parameter-definitions.js';
import { AjvParameterValues } from './ajv-parameter-values.js';

const definitions = new AjvParameterDefinitions();
const parameterValues = new AjvParameterValues();

const declared = (definition: object) => ({ name: 'a', type: 'string', required: true, ...definition });
const normalized = (...given: unknown[]) => {
  const { parameters, problems } = definitions.normalized(given);
  expect(problems).toEqual([]);
  return parameters;
};
const fieldsOf = (...given: unknown[]) => definitions.normalized(given).problems.map(({ field }) => field);
const checked = (definition: object, value: unknown) => parameterValues.checked(normalized(declared(definition)), { a: value }).errors;

describe('parameter definitions', () => {
  it.each([
    ['text', 'string'],
    ['paragraph', 'string'],
    ['float', 'number'],
    ['decimal', 'number'],
    ['int', 'integer'],
    ['bool', 'boolean'],
    ['timestamp', 'datetime'],
  ])('understands %s as %s', (alias, type) => {
    expect(normalized(declared({ type: alias }))[0]?.type).toBe(type);
  });

  it('understands select as enum, and list as array, of texts where nothing else is said', () => {
    expect(normalized(declared({ type: 'select', enum: ['x'] }))[0]?.type).toBe('enum');
    expect(normalized(declared({ type: 'list' }))[0]).toMatchObject({ type: 'array', items: { type: 'string' } });
    expect(normalized(declared({ type: 'list', items: { type: 'int' } }))[0]?.items).toEqual({ type: 'integer' });
  });

  it.each([
    [null, ['parameters[0]']],
    ['a', ['parameters[0]']],
    [[], ['parameters[0]']],
    [{}, ['parameters[0].type']],
    [declared({ type: 'uuid' }), ['parameters[0].type']],
    [declared({ type: 'String' }), ['parameters[0].type']],
    [declared({ type: 7 }), ['parameters[0].type']],
    [declared({ type: 'constructor' }), ['parameters[0].type']],
    [{ type: 'string' }, ['parameters[0].name', 'parameters[0].required']],
    [declared({ name: '1a' }), ['parameters[0].name']],
    [declared({ name: 'a b' }), ['parameters[0].name']],
    [declared({ name: '' }), ['parameters[0].name']],
    [declared({ name: 'a'.repeat(65) }), ['parameters[0].name']],
    [declared({ name: '__proto__' }), ['parameters[0].name']],
    [declared({ name: 'constructor' }), ['parameters[0].name']],
    [declared({ required: 'yes' }), ['parameters[0].required']],
    [declared({ label: 'x' }), ['parameters[0].label']],
    [declared({ minimum: 1 }), ['parameters[0].minimum']],
    [declared({ type: 'integer', minLength: 1 }), ['parameters[0].minLength']],
    [declared({ type: 'integer', minimum: 1.5 }), ['parameters[0].minimum']],
    [declared({ type: 'number', maximum: Infinity }), ['parameters[0].maximum']],
    [declared({ type: 'integer', minimum: 3, maximum: 2 }), ['parameters[0].minimum']],
    [declared({ minLength: 3, maxLength: 2 }), ['parameters[0].minLength']],
    [declared({ minLength: -1 }), ['parameters[0].minLength']],
    [declared({ type: 'array', minItems: 3, maxItems: 2 }), ['parameters[0].minItems']],
    [declared({ type: 'array', items: { type: 'array' } }), ['parameters[0].items.type']],
    [declared({ type: 'array', items: { type: 'enum' } }), ['parameters[0].items.enum']],
    [declared({ type: 'array', items: { type: 'string', enum: ['x'] } }), ['parameters[0].items.enum']],
    [declared({ type: 'enum' }), ['parameters[0].enum']],
    [declared({ type: 'enum', enum: [] }), ['parameters[0].enum']],
    [declared({ type: 'enum', enum: ['x', 'x'] }), ['parameters[0].enum']],
    [declared({ type: 'enum', enum: [1] }), ['parameters[0].enum[0]']],
    [declared({ type: 'enum', enum: Array.from({ length: 101 }, (_, index) => `o${index}`) }), ['parameters[0].enum']],
    [declared({ pattern: '(' }), ['parameters[0].pattern']],
    [declared({ pattern: '(?=a)' }), ['parameters[0].pattern']],
    [declared({ pattern: '(a)\\1' }), ['parameters[0].pattern']],
    [declared({ pattern: 'a', maxLength: 1_001 }), ['parameters[0].maxLength']],
    [declared({ default: 7 }), ['parameters[0].default']],
    [declared({ description: 'x\0' }), ['parameters[0].description']],
    [declared({ default: '\ud800' }), ['parameters[0].default']],
    [declared({ type: 'enum', enum: ['\0'] }), ['parameters[0].enum[0]']],
    [declared({ type: 'integer', default: 'ten' }), ['parameters[0].default']],
    [declared({ type: 'integer', default: '1.5' }), ['parameters[0].default']],
    [declared({ type: 'integer', default: '9007199254740993' }), ['parameters[0].default']],
    [declared({ type: 'integer', default: '"1"' }), ['parameters[0].default']],
    [declared({ type: 'integer', maximum: 5, default: '6' }), ['parameters[0].default']],
    [declared({ type: 'boolean', default: 'yes' }), ['parameters[0].default']],
    [declared({ type: 'date', default: '2026-02-30' }), ['parameters[0].default']],
    [declared({ type: 'datetime', default: '2026-02-03' }), ['parameters[0].default']],
    [declared({ type: 'date', default: '0000-01-01' }), ['parameters[0].default']],
    [declared({ type: 'enum', enum: ['x'], default: 'y' }), ['parameters[0].default']],
    [declared({ type: 'array', default: 'x' }), ['parameters[0].default']],
    [declared({ type: 'array', items: { type: 'integer' }, default: '[1,"x"]' }), ['parameters[0].default[1]']],
    [declared({ pattern: '^\\d+$', default: 'x' }), ['parameters[0].default']],
  ])('refuses %j', (definition, fields) => {
    expect(fieldsOf(definition)).toEqual(fields);
  });

  it('lists everything that is wrong, each by its path', () => {
    const given = [declared({ default: 7, minLength: 'x' }), declared({ type: 'uuid' }), declared({ name: 'b', x: 1 })];
    expect(fieldsOf(...given)).toEqual([
      'parameters[0].default',
      'parameters[0].minLength',
      'parameters[1].type',
      'parameters[1].name',
      'parameters[2].x',
    ]);
  });

  it('says how a default is written that is no text', () => {
    const { problems } = definitions.normalized([declared({ type: 'integer', default: 5 })]);
    expect(problems).toEqual([{ field: 'parameters[0].default', message: 'Must be a text, even for a number: "5".' }]);
  });

  it('takes 64 parameters and no more', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => declared({ name: `p${index}` }));
    expect(fieldsOf(...many(64))).toEqual([]);
    expect(fieldsOf(...many(65))).toEqual(['parameters']);
  });

  it('accepts what every type can say, and keeps it as it was said', () => {
    const given: Parameter[] = [
      { name: 'a', type: 'string', required: false, minLength: 1, maxLength: 9, pattern: '^[a-z]+$', default: 'ab' },
      { name: 'b', type: 'number', required: false, minimum: -1.5, maximum: 1e300, default: '-0.5' },
      { name: 'c', type: 'integer', required: false, minimum: 1, maximum: 10, default: '10', sensitive: true },
      { name: 'd', type: 'boolean', required: false, default: 'false', description: 'Whether.' },
      { name: 'e', type: 'date', required: false, default: '2024-02-29' },
      { name: 'f', type: 'datetime', required: false, default: '2024-02-29T23:59:59.123+05:30' },
      { name: 'g', type: 'enum', required: false, enum: ['x', '{{a}}'], default: '{{a}}' },
      {
        name: 'h',
        type: 'array',
        required: false,
        items: { type: 'enum', enum: ['x'] },
        minItems: 1,
        maxItems: 2,
        default: '["x"]',
      },
    ];
    expect(normalized(...given)).toEqual(given);
  });
});

describe('parameter values', () => {
  it.each([
    [{}, 5],
    [{}, '\ud800'],
    [{}, { toString: 1 }],
    [{ minLength: 2 }, '🌊'],
    [{ maxLength: 1 }, '🌊🌊'],
    [{ pattern: '^(a|a)*b$' }, 'a'.repeat(999)],
    [{ pattern: '^a*$' }, 'a'.repeat(1_001)],
    [{ type: 'number' }, '1'],
    [{ type: 'number' }, Infinity],
    [{ type: 'integer' }, 1.5],
    [{ type: 'integer' }, 9_007_199_254_740_992],
    [{ type: 'integer', maximum: 5 }, 6],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'boolean' }, 0],
    [{ type: 'date' }, '2026-02-29'],
    [{ type: 'date' }, '2026-1-1'],
    [{ type: 'date' }, '2026-01-01T00:00:00Z'],
    [{ type: 'date' }, 20260101],
    [{ type: 'date' }, '0000-01-01'],
    [{ type: 'datetime' }, '0000-12-31T23:59:59Z'],
    [{ type: 'datetime' }, '2026-01-01T00:00:00'],
    [{ type: 'datetime' }, '2026-01-01T25:00:00Z'],
    [{ type: 'enum', enum: ['x'] }, 'X'],
    [{ type: 'enum', enum: ['x'] }, ['x']],
    [{ type: 'array' }, 'x'],
    [{ type: 'array', maxItems: 1 }, ['x', 'y']],
    [{ type: 'array' }, ['\udfff']],
  ])('refuses for %j the value %j', (definition, value) => {
    expect(checked(definition, value).map(({ field }) => field)).toEqual(['parameters.a']);
  });

  it('takes the first year, and says that there is none before it', () => {
    expect(checked({ type: 'date' }, '0001-01-01')).toEqual([]);
    expect(checked({ type: 'date' }, '0000-01-01')).toEqual([{ field: 'parameters.a', message: 'There is no year 0000.' }]);
  });

  it('says where in a list it is', () => {
    expect(checked({ type: 'array', items: { type: 'date' } }, ['2026-01-01', 'x', null])).toEqual([
      { field: 'parameters.a[1]', message: 'Must be a date such as 2026-11-20.' },
      { field: 'parameters.a[2]', message: 'Must be a text.' },
    ]);
  });

  it('lists what is missing, wrong and unknown at once, and takes null for missing', () => {
    const parameters = normalized(
      declared({ name: 'a' }),
      declared({ name: 'b', type: 'integer' }),
      declared({ name: 'c' }),
      declared({ name: 'd', required: false }),
    );
    const given = JSON.parse('{"a": null, "b": "7", "__proto__": 1, "constructor": 2, "x": 3, "d": null}') as object;
    expect(parameterValues.checked(parameters, { ...given }).errors).toEqual([
      { field: 'parameters.__proto__', message: 'No parameter has this name.' },
      { field: 'parameters.constructor', message: 'No parameter has this name.' },
      { field: 'parameters.x', message: 'No parameter has this name.' },
      { field: 'parameters.a', message: 'Is required.' },
      { field: 'parameters.b', message: 'Must be a whole number.' },
      { field: 'parameters.c', message: 'Is required.' },
    ]);
  });

  it('fills in defaults, in the type of the parameter', () => {
    const parameters = normalized(
      declared({ name: 'a', type: 'integer', default: '10' }),
      declared({ name: 'b', type: 'array', default: '["x"]' }),
      declared({ name: 'c', type: 'boolean', required: false, default: 'false' }),
      declared({ name: 'd', default: '10' }),
      declared({ name: 'e', required: false }),
    );
    const { values, errors } = parameterValues.checked(parameters, { d: null });
    expect([errors, Object.fromEntries(values)]).toEqual([[], { a: 10, b: ['x'], c: false, d: '10' }]);
  });

  it('says nothing of what was given in what it refuses', () => {
    const errors = [checked({ maxLength: 3 }, 'sekret'), checked({ type: 'enum', enum: ['x'] }, 'sekret')];
    expect(JSON.stringify(errors)).not.toContain('sekret');
  });
});
