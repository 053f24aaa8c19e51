import { type ApiDocument, type Operation, readApiDocument } from '../setup/api-contract.js';

/** The schema of a value that clients send, as the document has it. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly example?: unknown;
  readonly items?: ValueSchema;
  readonly oneOf?: readonly ValueSchema[];
  readonly anyOf?: readonly ValueSchema[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
}

export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export function operationsOf(document: ApiDocument = readApiDocument()): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** What a reference leads to. */
export function resolved(schema: ValueSchema, document: ApiDocument = readApiDocument()): ValueSchema {
  if (schema.$ref === undefined) return schema;
  return resolved(
    (document.components.schemas as Readonly<Record<string, ValueSchema>>)[schema.$ref.split('/').at(-1) ?? ''] ?? {},
    document,
  );
}

/** `undefined` where several are possible, beside null. */
export function typeOf(schema: ValueSchema): string | undefined {
  const [type, ...others] = [resolved(schema).type ?? []].flat().filter((one) => one !== 'null');
  return others.length === 0 ? type : undefined;
}

/** The members of a body of JSON. */
export function membersOf({ requestBody }: Operation): [name: string, schema: ValueSchema][] {
  return Object.entries(resolved(requestBody?.content['application/json']?.['schema'] ?? {}).properties ?? {});
}
