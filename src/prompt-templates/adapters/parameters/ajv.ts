import { type ErrorObject, type SchemaObject, Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Recent } from '../../../shared/recent.js';
import { LinearPattern } from './linear-pattern.js';

const KEPT = 1_000;

/** Authors write patterns, so the engine of the language, which can be made to hang, is not for them. */
const regExp = Object.assign((pattern: string) => new LinearPattern(pattern), { code: 'LinearPattern' });

type Judge = (value: unknown) => readonly ErrorObject[];

const judges = new Recent<Judge>(KEPT);

/** What is wrong with a value; the compiled schema is kept as long as it is in use. Nothing is converted. */
export function errorsOf(schema: SchemaObject, value: unknown): readonly ErrorObject[] {
  return judges.of(JSON.stringify(schema), () => judgeOf(schema))(value);
}

/** Each by an instance of its own: one keeps what it ever compiled, and the schemas are as many as the parameters of the world. */
function judgeOf(schema: SchemaObject): Judge {
  const ajv = new Ajv2020({ allErrors: true, strict: true, meta: false, validateSchema: false, code: { regExp } });
  formats.default(ajv, { mode: 'full', formats: ['date', 'date-time'] });
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : [...(validate.errors ?? [])]);
}
