import type { ApiDocument } from '../setup/api-contract.js';

interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The body of a person who copies the examples of the API reference; `undefined` where none is taken as JSON. */
export function exampleBody(document: ApiDocument, path: string, method: string): unknown {
  const content = document.paths[path]?.[method]?.requestBody?.content['application/json'] as
    | { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    | undefined;
  const [named] = Object.values(content?.examples ?? {});
  if (named !== undefined) return named.value;
  return content?.schema && exampleOf(document, content.schema);
}

function exampleOf(document: ApiDocument, schema: Schema): unknown {
  const { $ref, example, allOf, items, properties, required = [] } = schema;
  if (example !== undefined) return example;
  if ($ref !== undefined) return exampleOf(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema);
  if (allOf?.[0] !== undefined) return exampleOf(document, allOf[0]);
  if (items !== undefined) {
    const item = exampleOf(document, items);
    return item === undefined ? undefined : [item];
  }
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, exampleOf(document, member)] as const);
  const sent = members.filter(([name, value]) => value !== undefined || required.includes(name));
  return members.length === 0 ? undefined : Object.fromEntries(sent);
}
