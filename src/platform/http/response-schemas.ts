import { z } from 'zod';
import { MAIL_STATES } from '../../shared/ports/mailer.js';
import { type Permission, PERMISSION_GRANTS, PERMISSIONS } from '../../shared/permission.js';

/** Beside the username, which tells two people of one name apart. */
export const displayName = z
  .string()
  .nullable()
  .meta({ examples: ['Olivia Okafor'], description: 'What people call them; `null`: by their username.' });

/** A time in UTC, as `toISOString()` writes it. */
export const moment = z.string().meta({ format: 'date-time' });

/** An identifier. */
export const id = z.int().min(1);

/** `readonly`, so that values of the domain can be answered as they are. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly();
}

export const Labels = listOf(z.string()).meta({ description: 'What access policies tell it apart by, in order.' });

/** Beside a list that comes whole; others come in pages, with `Pagination`. */
export const TotalCount = z
  .int()
  .min(0)
  .meta({ examples: [1] });

/** A member under its former name, which stays until the next major version. @param name that it has now */
export function renamed<Schema extends z.ZodType>(schema: Schema, name: string): Schema {
  return schema.meta({ deprecated: true, description: `Now \`${name}\`.` });
}

/** Names a schema: it is in the document once, with its example, and generated clients have a type of this name. */
export function component<Schema extends z.ZodType>(name: string, schema: Schema, example: z.output<Schema>, description?: string): Schema {
  return schema.meta({ id: name, examples: [example], ...(description !== undefined && { description }) });
}

/** What may be done, as roles and policies name it. */
export const PermissionName = component('PermissionName', z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]), 'query.run');

/** What a role gives. */
export const PermissionGrant = component('PermissionGrant', z.enum(PERMISSION_GRANTS), 'query.run');

type Message = z.ZodString;

type Enveloped<Data extends z.ZodType> = z.ZodObject<{ success: z.ZodLiteral<true>; data: Data; message: Message }>;

/** What an answer shows and its schemas do not: the state after the request, when their examples show another. */
type Shown<Value> = Value extends readonly unknown[] ? Value : Partial<Value>;

/**
 * What `bare` makes.
 * @param message as an example
 * @param shown members of the data in the example of this answer
 */
export function bareSuccess<Data extends z.ZodType>(data: Data, message: string, shown?: Shown<z.output<Data>>): Enveloped<Data> {
  return enveloped(data, message, shown && changed(exampleOf(data), shown));
}

/**
 * What `named` makes.
 * @param message as an example
 * @param shown members of each named thing in the example of this answer
 */
export function namedSuccess<Shape extends z.ZodRawShape>(
  shape: Shape,
  message: string,
  shown?: { readonly [Name in keyof Shape]?: Shown<z.output<Shape[Name]>> },
): Enveloped<z.ZodObject<Shape & { message: Message }>> {
  const data = z.object({ ...shape, message: saying(message) });
  if (shown === undefined) return enveloped(data, message);
  const things = Object.entries(shape).map(([name, schema]) => [name, changed(exampleOf(schema), shown[name])]);
  return enveloped(data, message, { ...Object.fromEntries(things), message });
}

function enveloped<Data extends z.ZodType>(data: Data, message: string, example?: unknown): Enveloped<Data> {
  const envelope = z.object({ success: z.literal(true), data, message: saying(message) });
  return example === undefined ? envelope : envelope.meta({ examples: [{ success: true, data: example, message }] });
}

function exampleOf(schema: unknown): unknown {
  const meta = schema instanceof z.ZodType ? schema.meta() : undefined;
  return Array.isArray(meta?.['examples']) ? meta['examples'][0] : undefined;
}

function changed(example: unknown, shown: unknown): unknown {
  if (shown === undefined) return example;
  return isPlain(example) && isPlain(shown) ? { ...example, ...shown } : shown;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function saying(message: string): Message {
  return z.string().meta({ examples: [message] });
}

export const Pagination = component(
  'Pagination',
  z.object({
    page: z.int().min(1),
    limit: z.int().min(1),
    total: z.int().min(0),
    pages: z.int().min(0),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  }),
  { page: 1, limit: 10, total: 1, pages: 1, has_next: false, has_prev: false },
);

/** For answers that are only a sentence. @param message as an example */
export function messageSaying(message: string): z.ZodObject<{ message: Message }> {
  return z.object({ message: saying(message) });
}

/** The data of an answer that only says that it is done. */
export const Done = z.object({ success: z.literal(true) });

/** What became of a mail. */
export const Mailed = z.object({
  state: z.enum(MAIL_STATES),
  reason: z.string().nullable().meta({ description: 'Codes of the last attempt that failed, as the mail server gave them.' }),
});

/** Of a refusal. */
export const policiesBehind = listOf(z.object({ id: z.int(), name: z.string() }))
  .optional()
  .meta({ description: 'The data policies behind it. Only for holders of `abac.read`.' });
