import { type Operation, readApiDocument } from '../setup/api-contract.js';

/** The names of all members that a good answer of the operation may have, at any depth. */
export function membersOf({ responses }: Operation): ReadonlySet<string> {
  const { schemas } = readApiDocument().components;
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'example' || name === 'examples') continue;
      if (name === '$ref' && typeof value === 'string') {
        if (seen.has(value)) continue;
        seen.add(value);
        look(schemas[value.replace('#/components/schemas/', '')]);
        continue;
      }
      if (name === 'properties') for (const member of Object.keys(value as object)) found.add(member);
      look(value);
    }
  };
  for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) look(response);
  return found;
}
