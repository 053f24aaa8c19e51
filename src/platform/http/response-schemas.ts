import { z } from 'zod';

/** A time in UTC, as `toISOString()` writes it. */
export const moment = z.string().meta({ format: 'date-time' });

/** An identifier. */
export const id = z.int().min(1);

/** `readonly`, so that what the domain keeps can be answered as it is. */
export function listOf<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).readonly();
}

/** Names a schema: it stands once in the document, with its example, and generated clients have a type of this name. */
export function component<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  example: z.output<Schema>,
  description?: string,
): Schema {
  return schema.meta({ id: name, examples: [example], ...(description !== undefined && { description }) });
}

type Message = z.ZodString;

type Enveloped<Data extends z.ZodType> = z.ZodObject<{ success: z.ZodLiteral<true>; data: Data; message: Message }>;

/** What `bare` makes. @param message as an example */
export function bareSuccess<Data extends z.ZodType>(data: Data, message: string): Enveloped<Data> {
  return z.object({ success: z.literal(true), data, message: saying(message) });
}

/** What `named` makes. @param message as an example */
export function namedSuccess<Shape extends z.ZodRawShape>(
  shape: Shape,
  message: string,
): Enveloped<z.ZodObject<Shape & { message: Message }>> {
  return bareSuccess(z.object({ ...shape, message: saying(message) }), message);
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

/** For what answers a sentence, and nothing else. @param message as an example */
export function messageSaying(message: string): z.ZodObject<{ message: Message }> {
  return z.object({ message: saying(message) });
}

/** The data of an answer that says no more than that it is done. */
export const Done = z.object({ success: z.literal(true) });
