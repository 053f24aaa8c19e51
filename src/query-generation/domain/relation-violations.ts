import type { QualifiedName, RelationUse, Violation } from './judgement.js';

const MOST_CHOICES = 5;
const LONGEST_NAME = 130;

export function unknown(use: RelationUse): Violation {
  const message = `There is no relation ${written(use)} in the schema that was discovered.`;
  return { rule: 'unknown_relation', position: use.position, message };
}

export function ambiguous(use: RelationUse, choices: readonly QualifiedName[]): Violation {
  const named = choices.slice(0, MOST_CHOICES).map(written).join(', ');
  const more = choices.length > MOST_CHOICES ? ' and others' : '';
  const message = `${written(use)} may mean ${named}${more}: write it with its schema.`;
  return { rule: 'ambiguous_relation', position: use.position, message };
}

export function unreadable(use: RelationUse): Violation {
  const message = `The role that connects may not read ${written(use)}.`;
  return { rule: 'unreadable_relation', position: use.position, message };
}

function written({ schema, name }: { readonly schema: string | null; readonly name: string }): string {
  return (schema === null ? name : `${schema}.${name}`).slice(0, LONGEST_NAME);
}
