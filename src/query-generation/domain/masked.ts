const MASK = '***';

/** The texts of those values that were masked, the longest first. */
export function secretsAmong(given: Readonly<Record<string, unknown>>, masked: Readonly<Record<string, unknown>>): string[] {
  const hidden = Object.entries(given).filter(([name, value]) => !isSame(masked[name], value));
  const texts = hidden.flatMap(([, value]) => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]));
  // As in a statement, where quotes are doubled.
  const all = texts.flatMap((text) => [text, text.replaceAll("'", "''")]).filter((text) => text !== '');
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

/** A text that may be kept, although a model writes the values that it got into its statement. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
