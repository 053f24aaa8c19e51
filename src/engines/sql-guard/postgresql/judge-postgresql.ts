import { say } from '../../../shared/sentence.js';
import { type Judgement, MOST_VIOLATIONS, type PlacedRelation, type RelationPlace, type Violation } from '../judgement.js';
import type { KnownSource } from '../known-source.js';
import { Places } from '../statement-text.js';
import { Findings } from './findings.js';
import { held } from './names.js';
import type { PgGrammar, TreeNode } from './pg-grammar.js';
import { SourceNames } from './source-names.js';
import { TreeWalk } from './tree-walk.js';

const OWN_SCHEMA = /^(?:pg_|information_schema$)/;

/** The time of the lexer grows with the square of the number of comments. */
const MOST_COMMENTS = 500;

/**
 * Reads a statement by PostgreSQL's grammar and accepts queries of known nodes, functions and types. The statement is sent as it was
 * written, because the source reads it by the same grammar; only names that are not PostgreSQL's own get a schema. It must run with only
 * `pg_catalog` on the search path and with `standard_conforming_strings`, or its names and texts would mean something else.
 */
export async function judgePostgresql(grammar: PgGrammar, sql: string, source: KnownSource): Promise<Judgement> {
  const places = new Places(sql);
  if (sql.split('/*').length > MOST_COMMENTS) return refused('forbidden_syntax', null, 'There are too many comments.');
  const reading = await grammar.read(sql);
  if (reading.kind === 'fault') return refused('forbidden_syntax', null, 'The statement is nested too deeply. Simplify it.');
  if (reading.kind === 'refused') {
    const position = reading.position === null ? null : places.ofCodePoint(reading.position);
    return refused('syntax', position, say('PostgreSQL does not understand it: {reason}.', { reason: reading.message.slice(0, 200) }));
  }
  const [first, second] = reading.statements;
  if (first === undefined) return refused('not_a_query', null, 'There is no statement.');
  if (second !== undefined)
    return refused('one_statement', places.ofByte(placeOf(second)), 'Only one statement at a time is allowed. Send each by itself.');
  const query = held(first['stmt'], 'SelectStmt');
  if (query === null) return refused('not_a_query', places.ofByte(placeOf(first)), 'Only queries (SELECT) are allowed.');
  return judgeQuery(query, sql, new Findings(sql, places, new SourceNames(source)));
}

function judgeQuery(query: TreeNode, sql: string, findings: Findings): Judgement {
  findings.names.expect(query);
  new TreeWalk(findings).walk(query);
  const { violations, relations, isProduct } = findings;
  const catalogs = relations.flatMap((use) => catalogOf(use));
  if (violations.length > 0 || catalogs.length > 0)
    return {
      ok: false,
      violations: [...violations, ...catalogs].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).slice(0, MOST_VIOLATIONS),
    };
  return { ok: true, relations, parts: partsOf(sql, findings), isProduct };
}

/** Refuses the relations of the catalog: only discovery may read what the source says about itself and its users. */
function catalogOf({ schema, name, position }: PlacedRelation): readonly Violation[] {
  if (schema === null || !OWN_SCHEMA.test(schema)) return [];
  return [
    {
      rule: 'unknown_relation',
      position,
      message: say('{name} belongs to the catalog of the engine, which queries cannot read. Read tables of the schema.', {
        name: `${schema}.${name}`,
      }),
    },
  ];
}

/** The statement as it was written, with its edits, and with a gap before each relation that names no schema. */
function partsOf(sql: string, { relations, edits }: Findings): (string | RelationPlace)[] {
  const places = relations.flatMap(({ schema, position }, relation) => {
    const place: RelationPlace = { relation, takes: 'schema', quote: '"' };
    return schema === null ? [{ position, end: position, part: place }] : [];
  });
  const all = [...places, ...edits.map(({ position, end, text }) => ({ position, end, part: text }))];
  const parts: (string | RelationPlace)[] = [];
  let from = 0;
  for (const { position, end, part } of all.sort((a, b) => a.position - b.position)) {
    parts.push(sql.slice(from, position), part);
    from = end;
  }
  return [...parts, sql.slice(from)];
}

function placeOf(statement: TreeNode): number {
  return typeof statement['stmt_location'] === 'number' ? statement['stmt_location'] : 0;
}

function refused(rule: Violation['rule'], position: number | null, message: Violation['message']): Judgement {
  return { ok: false, violations: [{ rule, position, message }] };
}
