import type { RestrictedUse, Restricting } from '../../../src/query-generation/domain/restriction.js';
import { Random } from './random.js';
import { type Scene, type TableOfScene, sceneOf } from './scene.js';
import { type StatementGrammar, Statements } from './statements.js';

/** Where the tables stand: with everything, or with what the person may see. */
export type Place = 'whole' | 'visible';

export type Answer =
  | { readonly kind: 'rows'; readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }
  /** `cause`: all that the person is told of it. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: string };

/** A dialect, to be held against the reference. */
export interface PolicyEngine {
  readonly grammar: StatementGrammar;
  schemaOf(place: Place): string;
  /** Makes the tables anew, each with an index on every column, and with statistics. */
  fill(place: Place, tables: readonly TableOfScene[]): Promise<void>;
  /** The relations that the statement reads, in the order of its judgement; `null` if the guard refuses it. */
  relationsOf(sql: string): Promise<readonly { readonly schema: string | null; readonly name: string }[] | null>;
  /** The statement with its relations named in full, as it is sent where nothing is restricted. */
  plain(sql: string, schema: string): Promise<string>;
  restrict(sql: string, uses: readonly RestrictedUse[]): Promise<Restricting>;
  run(statement: string, values: readonly unknown[]): Promise<Answer>;
}

export interface Evaluation {
  compared: number;
  answered: number;
  /** By a rule of its own, such as that of patterns. */
  refused: number;
  /** One of them met a failure in a row that may be seen, and the other one did not get there: the order is the engine's. */
  ordered: number;
  /** What differs from the reference, or depends on what is hidden: one line each. */
  readonly wrong: string[];
}

/**
 * Runs random statements of random schemas under random policies, and the same statements as they are on a database that holds
 * only what the policies show: both have to answer the same. Afterwards all that is hidden is changed, then removed, and no answer
 * and no class of failure may change.
 */
export async function evaluate(
  engine: PolicyEngine,
  seeds: readonly number[],
  statements: number,
): Promise<Evaluation> {
  const evaluation: Evaluation = { compared: 0, answered: 0, refused: 0, ordered: 0, wrong: [] };
  for (const seed of seeds) await evaluateScene(engine, seed, statements, evaluation);
  return evaluation;
}

async function evaluateScene(engine: PolicyEngine, seed: number, most: number, so: Evaluation): Promise<void> {
  const scene = sceneOf(seed);
  await engine.fill('whole', scene.tables);
  await engine.fill('visible', scene.visible);
  const statements = new Statements(new Random(seed * 7 + 1), engine.grammar);
  const sent: {
    readonly text: string;
    readonly restricting: Extract<Restricting, { ok: true }>;
    readonly own: Answer;
  }[] = [];
  for (let index = 0; index < most; index += 1) {
    const text = statements.next();
    const restricting = await restricted(engine, scene, text.replaceAll('{s}', engine.schemaOf('whole')));
    if (!restricting.ok) {
      so.refused += 1;
      continue;
    }
    const own = await engine.run(restricting.statement, restricting.values);
    const reference = await engine.run(
      await engine.plain(text.replaceAll('{s}', engine.schemaOf('visible')), engine.schemaOf('visible')),
      [],
    );
    so.compared += 1;
    if (reference.kind === 'rows') so.answered += 1;
    if (shown(own) !== shown(reference)) {
      const both = `own ${brief(own)}\n  reference ${brief(reference)}`;
      // That it depends on nothing that is hidden shows below.
      if (own.kind !== reference.kind) so.ordered += 1;
      else so.wrong.push(`seed ${seed}: ${text}\n  sent ${restricting.statement}\n  ${both}`);
    }
    sent.push({ text, restricting, own });
  }
  for (const tables of [scene.otherwise, scene.bare]) {
    await engine.fill('whole', tables);
    for (const { text, restricting, own } of sent) {
      const again = await engine.run(restricting.statement, restricting.values);
      if (told(again) !== told(own))
        so.wrong.push(`seed ${seed}, what is hidden changed: ${text}\n  before ${brief(own)}\n  after ${brief(again)}`);
    }
  }
}

async function restricted(engine: PolicyEngine, scene: Scene, sql: string): Promise<Restricting> {
  const relations = await engine.relationsOf(sql);
  if (relations === null) throw new Error(`The guard refuses a statement of the grammar: ${sql}`);
  const schema = engine.schemaOf('whole');
  const uses = relations.map(({ name }): RestrictedUse => {
    const restriction = scene.restrictions.get(name);
    return { schema, name, restriction: restriction === undefined ? null : { ...restriction, schema } };
  });
  return engine.restrict(sql, uses);
}

/** Rows in any order; of a failure only that it is one. */
function shown(answer: Answer): string {
  if (answer.kind === 'failed') return 'failed';
  return JSON.stringify([answer.columns, answer.rows.map((row) => JSON.stringify(row)).sort()]);
}

/** What a person can tell from an answer; of a failure, its class. */
function told(answer: Answer): string {
  return answer.kind === 'failed' ? answer.cause : shown(answer);
}

function brief(answer: Answer): string {
  return (answer.kind === 'failed' ? `failed: ${answer.reason}` : shown(answer)).slice(0, 600);
}
