import type { RelationUse, Violation } from './judgement.js';
import { type Said, type Sentence, say } from '../../shared/sentence.js';
import type { QualifiedName } from '../../shared/qualified-name.js';

const MOST_CHOICES = 5;
const LONGEST_NAME = 130;

export function unknown({ schema, name, position }: RelationUse): Violation {
  const sought = { schema, name };
  return { rule: 'unknown_relation', position, message: notDiscovered(sought), sought };
}

/** @param near a relation that may be meant */
export function notDiscovered(sought: NonNullable<Violation['sought']>, near: string | null = null): Said {
  const relation = written(sought);
  if (near === null)
    return say('The discovered schema has no relation {relation}. Check the name, or discover the schema again.', { relation });
  return say('The discovered schema has no relation {relation}. The nearest is {near}. Check the name, or discover the schema again.', {
    relation,
    near: near.slice(0, LONGEST_NAME),
  });
}

export function ambiguous(use: RelationUse, choices: readonly QualifiedName[]): Violation {
  const named = { name: written(use), choices: choices.slice(0, MOST_CHOICES).map(written) };
  const message =
    choices.length > MOST_CHOICES
      ? say('{name} may mean {choices} and others: write it with its schema.', named)
      : say('{name} may mean {choices}: write it with its schema.', named);
  return { rule: 'ambiguous_relation', position: use.position, message };
}

export function unreadable(use: RelationUse): Violation {
  const message = say(
    'The database user may not read {relation}, or it is a view of something that is gone. Grant the user SELECT or repair the view, then discover the schema again.',
    { relation: written(use) },
  );
  return { rule: 'unreadable_relation', position: use.position, message };
}

/** In a file there are no rights: the engine itself cannot read it. */
export function broken(use: RelationUse): Violation {
  const message = say(
    '{relation} cannot be read: it is a view of something that is gone or needs a function of its application, or its module is missing here, as FTS3 and FTS4 are. Read other tables, or repair it and discover the schema again.',
    { relation: written(use) },
  );
  return { rule: 'unreadable_relation', position: use.position, message };
}

/** Its relations are not named: some of them may not even be known to the person. */
export function throughRelation(use: RelationUse): Violation {
  const why = say(
    '{relation} reads relations that policies restrict for you, or Headgate cannot tell which it reads. Ask an administrator to discover the schema again, or to give it a policy of its own.',
    { relation: written(use) },
  );
  return restricted(use.position, why);
}

/** @param column that the engine keeps for each stored row */
export function systemColumn(position: number | null, column: string): Violation {
  const why = say('{column} could reveal hidden rows, so restricted relations do not have it. Use another column.', { column });
  return restricted(position, why);
}

/** @param why a sentence that names the relation, never what the policies say */
export function restricted(position: number | null, why: Sentence): Violation {
  return { rule: 'restricted_relation', position, message: why };
}

function written({ schema, name }: { readonly schema: string | null; readonly name: string }): string {
  return (schema === null ? name : `${schema}.${name}`).slice(0, LONGEST_NAME);
}
