import type { Judgement, RelationPlace, RelationUse, Violation } from '../../../domain/judgement.js';
import { Places } from '../statement-text.js';
import { Findings } from './findings.js';
import { held } from './names.js';
import type { PgGrammar, TreeNode } from './pg-grammar.js';
import { TreeWalk } from './tree-walk.js';

const OWN_SCHEMA = /^(?:pg_|information_schema$)/;

/** The lexer's time grows with the square of their number. */
const MOST_COMMENTS = 500;

/**
 * Reads a statement by PostgreSQL's grammar and lets through queries of known nodes, functions and types. It is sent as it
 * was written, for it is read by the same grammar; it has to run with nothing but `pg_catalog` on the search path and with
 * `standard_conforming_strings`, else its names and its texts would mean something else there.
 */
export async function judgePostgresql(grammar: PgGrammar, sql: string): Promise<Judgement> {
  const places = new Places(sql);
  if (sql.split('/*').length > MOST_COMMENTS) return refused('forbidden_syntax', null, 'There are too many comments.');
  const reading = await grammar.read(sql);
  if (reading.kind === 'fault')
    return refused('forbidden_syntax', null, 'The statement is nested too deeply. Simplify it.');
  if (reading.kind === 'refused') {
    const position = reading.position === null ? null : places.ofCodePoint(reading.position);
    return refused('syntax', position, `PostgreSQL does not understand it: ${reading.message.slice(0, 200)}.`);
  }
  const [first, second] = reading.statements;
  if (first === undefined) return refused('not_a_query', null, 'There is no statement.');
  if (second !== undefined)
    return refused('one_statement', places.ofByte(placeOf(second)), 'Only one statement at a time is allowed.');
  const query = held(first['stmt'], 'SelectStmt');
  if (query === null)
    return refused('not_a_query', places.ofByte(placeOf(first)), 'Only queries (SELECT) are allowed.');
  return judgeQuery(query, sql, new Findings(places));
}

function judgeQuery(query: TreeNode, sql: string, findings: Findings): Judgement {
  new TreeWalk(findings).walk(query);
  const { violations, relations } = findings;
  const catalogs = relations.flatMap((use) => catalogOf(use));
  if (violations.length > 0 || catalogs.length > 0)
    return {
      ok: false,
      violations: [...violations, ...catalogs].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    };
  return { ok: true, relations, parts: partsOf(sql, relations) };
}

/** What the source says of itself, and of everybody who uses it, is for discovery alone. */
function catalogOf({ schema, name, position }: RelationUse): readonly Violation[] {
  if (schema === null || !OWN_SCHEMA.test(schema)) return [];
  return [{ rule: 'unknown_relation', position, message: `There is no relation ${schema}.${name} to be queried.` }];
}

/** As it was written, with room before each relation that names no schema. */
function partsOf(sql: string, relations: readonly RelationUse[]): (string | RelationPlace)[] {
  const parts: (string | RelationPlace)[] = [];
  let from = 0;
  relations.forEach(({ schema, position }, relation) => {
    if (schema !== null) return;
    parts.push(sql.slice(from, position), { relation, takes: 'schema', quote: '"' });
    from = position;
  });
  return [...parts, sql.slice(from)];
}

function placeOf(statement: TreeNode): number {
  return typeof statement['stmt_location'] === 'number' ? statement['stmt_location'] : 0;
}

function refused(rule: Violation['rule'], position: number | null, message: string): Judgement {
  return { ok: false, violations: [{ rule, position, message }] };
}
