import { type Said, type Template, verbatim } from '../../../shared/sentence.js';

/** What people meet most often, as Cedar says it; a new version of Cedar may say it in other words. */
const KNOWN = [
  'Attribute {attribute} in context not found.',
  'Attribute {attribute} on entity type {type} not found.',
  'Did you mean {code}?',
  'Empty set literals are forbidden in policies.',
  'Error during extension function argument validation: failed to parse as IP address: {address}.',
  'Invalid variable: {name}.',
  'Policy is impossible: the policy expression evaluates to false for all valid requests.',
  "Try testing for the attribute's presence with {code}.",
  'The types {one} and {other} are not compatible.',
  'Unable to guarantee safety of access to optional attribute {attribute} in context.',
  'Unexpected end of input.',
  'Unexpected token {token}.',
  'Unrecognized action {name}.',
  'Unrecognized entity type {name}.',
  'Valid IP strings are IPv4/IPv6 addresses or CIDR ranges like `127.0.0.1`, `127.0.0.1/24`, or `ffee::/64`.',
] as const satisfies readonly Template[];

const PATTERNS = KNOWN.map((template) => {
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return { template, pattern: new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's') };
});

/** What Cedar says as a sentence of the service; in its own words if there is none. */
export function wordsOfCedar(words: string): Said {
  for (const { template, pattern } of PATTERNS) {
    const found = pattern.exec(words);
    if (found !== null) return { template, with: { ...found.groups } };
  }
  return verbatim(words);
}
