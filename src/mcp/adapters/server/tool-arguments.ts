import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { meantName } from '../../../platform/http/meant-name.js';
import { type FieldError, ValidationFailed } from '../../../shared/domain-error.js';
import { verbatim } from '../../../shared/sentence.js';

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

type Values = Record<string, unknown>;

/** What a tool takes: told to clients as JSON Schema, and read from what models and clients really send. */
export class ToolArguments<Shape extends z.ZodRawShape> {
  /** For the SDK, which passes on what it gets: our own reading answers with the codes of the API. */
  readonly schema: StandardSchemaWithJSON<Values>;
  private readonly shape;
  private readonly properties: Readonly<Record<string, JsonSchema>>;

  constructor(input: Shape) {
    // A misspelt name is an error, not silently ignored.
    this.shape = z.strictObject(input);
    const schema = z.toJSONSchema(this.shape, { io: 'input' }) as JsonSchema;
    this.properties = schema.properties ?? {};
    this.schema = told(schema);
  }

  /** @throws ValidationFailed */
  read(given: Values): z.infer<z.ZodObject<Shape>> {
    const meant = Object.entries(given)
      .map(([name, value]) => [name, meantBy(value, this.properties[name]?.type)] as const)
      // Some clients send null for an argument that they leave out.
      .filter(([, value]) => value !== null);
    const read = this.shape.safeParse(Object.fromEntries(meant));
    if (read.success) return read.data;
    throw new ValidationFailed(read.error.issues.flatMap((issue) => this.problems(issue)));
  }

  private problems(issue: z.core.$ZodIssue): FieldError[] {
    const field = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ field, message: verbatim(issue.message) }];
    return issue.keys.map((name) => {
      const meant = meantName(name, Object.keys(this.properties));
      const guess = meant === null ? '' : ` Did you mean "${meant}"?`;
      return { field: name, message: verbatim(`The tool has no argument of this name.${guess}`) };
    });
  }
}

/** A form that clients are told, and that the SDK does not judge by. */
export function told(schema: object): StandardSchemaWithJSON<Values> {
  const jsonSchema = { input: () => ({ ...schema }), output: () => ({ ...schema }) };
  const validate = (value: unknown) => ({ value: value as Values });
  return { '~standard': { version: 1, vendor: 'headgate', validate, jsonSchema } };
}

/** Models and clients write numbers, truth values and objects as text; it is read where it can mean nothing else. */
function meantBy(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return type === 'object' ? objectIn(value) : value;
}

function objectIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}
