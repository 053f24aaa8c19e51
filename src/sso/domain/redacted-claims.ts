const MOST_MEMBERS = 100;
const LONGEST_TEXT = 500;
const DEEPEST = 4;
/** A reader of a test report must not learn anything from it that opens something. */
const SECRET = /token|secret|passw|hash$|^nonce$|^sid$|^jti$|signature|cookie|credential/i;
const OMITTED = '(not shown)';

/**
 * What a provider said, in a form that may be stored and shown: without secrets, and no longer than a screen or two.
 */
export function redactedClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return redactedMembers(claims, 0);
}

function redactedMembers(members: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members)
      .slice(0, MOST_MEMBERS)
      .map(([name, value]) => [shortened(name), SECRET.test(name) ? OMITTED : redacted(value, depth + 1)]),
  );
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'object' || depth > DEEPEST) return OMITTED;
  return Array.isArray(value) ? value.slice(0, MOST_MEMBERS).map((item) => redacted(item, depth + 1)) : redactedMembers(value, depth);
}

/** Without what `jsonb` cannot hold. */
function shortened(text: string): string {
  const storable = text.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD');
  return storable.length <= LONGEST_TEXT ? storable : `${storable.slice(0, LONGEST_TEXT)}…`;
}
