/** The same text with characters replaced that no database takes: NUL, and halves of surrogate pairs. */
export function storable<T>(value: T): T {
  return replaced(value) as T;
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\0|\p{Cs}/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [replaced(name), replaced(part)]));
}
