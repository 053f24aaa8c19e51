export interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly type?: unknown;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The API document, as far as bodies of requests are concerned. */
interface Described {
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

interface Taken {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: Schema; examples?: Readonly<Record<string, { value?: unknown }>> } | undefined>>;
  };
}

/** The body of a person who copies the examples of the document; `undefined` where none is taken as JSON. */
export function exampleBody(document: Described, path: string, method: string): unknown {
  const operation = (document.paths[path] as Readonly<Record<string, Taken | undefined>> | undefined)?.[method];
  const content = operation?.requestBody?.content['application/json'];
  const [named] = Object.values(content?.examples ?? {});
  if (named !== undefined) return named.value;
  return content?.schema && exampleOf(document, content.schema);
}

/** What stands as an example of a schema. */
export function exampleOf(document: Described, schema: Schema): unknown {
  const { $ref, example, allOf, items, properties, required = [] } = schema;
  if (example !== undefined) return example;
  if ($ref !== undefined) return exampleOf(document, document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] as Schema);
  if (allOf?.[0] !== undefined) return exampleOf(document, allOf[0]);
  if (items !== undefined) {
    const item = exampleOf(document, items);
    return item === undefined ? undefined : [item];
  }
  const members = Object.entries(properties ?? {}).map(([name, member]) => {
    // Nest leaves out an example that is null.
    const isNull = required.includes(name) && Array.isArray(member.type) && member.type.includes('null');
    return [name, exampleOf(document, member) ?? (isNull ? null : undefined)] as const;
  });
  const sent = members.filter(([name, value]) => required.includes(name) || isWhole(value));
  return members.length === 0 ? undefined : Object.fromEntries(sent);
}

/** What can be left out is left out where its example has gaps. */
function isWhole(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null || Object.values(value).every(isWhole));
}
