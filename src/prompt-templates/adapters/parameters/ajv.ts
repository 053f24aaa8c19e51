import { createRequire } from 'node:module';
import type { ErrorObject, SchemaObject } from 'ajv/dist/2020.js';
import { Recent } from '../../../shared/recent.js';
import { LinearPattern } from './linear-pattern.js';

const require = createRequire(import.meta.url);

const KEPT = 1_000;

/** Authors write patterns, so the engine of JavaScript is not used: a pattern can make it hang. */
const regExp = Object.assign((pattern: string) => new LinearPattern(pattern), { code: 'LinearPattern' });

type Judge = (value: unknown) => readonly ErrorObject[];

const judges = new Recent<Judge>(KEPT);

/** Finds what is wrong with a value. The compiled schema is kept while it is in use. Nothing is converted. */
export function errorsOf(schema: SchemaObject, value: unknown): readonly ErrorObject[] {
  return judges.of(JSON.stringify(schema), () => judgeOf(schema))(value);
}

/** Compiles each schema with a separate instance. An instance keeps all that it ever compiled, and the number of schemas is unlimited. */
function judgeOf(schema: SchemaObject): Judge {
  // Loaded at the first value and not at the start, because they are ninety files.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const formats = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({ allErrors: true, strict: true, meta: false, validateSchema: false, code: { regExp } });
  formats.default(ajv, { mode: 'full', formats: ['date', 'date-time'] });
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : [...(validate.errors ?? [])]);
}
