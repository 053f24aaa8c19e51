import { hmacBlocks } from '../../../src/engines/sql-guard/hmac-blocks.js';
import type { Dialect } from '../../../src/engines/sql-guard/judgement.js';
import { maskedOperands } from '../../../src/statements/domain/masked-operands.js';
import type { RestrictedUse, Restricting } from '../../../src/engines/sql-guard/restriction.js';
import { namedAsWritten } from '../../../src/engines/sql-guard/written-column.js';
import { Random } from './random.js';
import { KEY, type Scene, type TableOfScene, sceneOf } from './scene.js';
import { type StatementGrammar, Statements } from './statements.js';

const { inner, outer } = hmacBlocks(KEY);
/** Each of them tells the key. */
const KEYS = [KEY, inner.slice(0, KEY.length), outer.slice(0, KEY.length)];

/** Where the tables stand: with everything, or with what the person may see. */
export type Place = 'whole' | 'visible';

export type Answer =
  | {
      readonly kind: 'rows';
      /** As the service reports them. */
      readonly columns: readonly { readonly name: string; readonly type: string }[];
      readonly rows: readonly (readonly unknown[])[];
    }
  /** `cause`: all that the person is told of it. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: string };

/** A statement as it is sent, and how its columns are named. */
export type Sent = Omit<Extract<Restricting, { ok: true }>, 'ok'>;

/** A dialect, to be held against the reference. */
export interface PolicyEngine {
  readonly dialect: Dialect;
  readonly grammar: StatementGrammar;
  schemaOf(place: Place): string;
  /** Makes the tables anew, each with an index on every column, and with statistics. */
  fill(place: Place, tables: readonly TableOfScene[]): Promise<void>;
  /** The relations that the statement reads, in the order of its judgement; `null` if the guard refuses it. */
  relationsOf(sql: string): Promise<readonly { readonly schema: string | null; readonly name: string }[] | null>;
  /** The statement with its relations named in full, as it is sent where nothing is restricted. */
  plain(sql: string, schema: string): Promise<string>;
  restrict(sql: string, uses: readonly RestrictedUse[]): Promise<Restricting>;
  run(sent: Sent, place: Place): Promise<Answer>;
}

export interface Evaluation {
  compared: number;
  answered: number;
  /** By a rule of its own, such as that of patterns. */
  refused: number;
  /** Because they compute with what is masked by a text. */
  computing: number;
  /** One of them met a failure in a row that may be seen, and the other one did not get there, or met another one: the order is the engine's. */
  readonly ordered: string[];
  /** What differs from the reference, or depends on what is hidden: one line each. */
  readonly wrong: string[];
}

/**
 * Runs random statements of random schemas under random policies, and the same statements as they are on a database that holds
 * only what the policies show: both have to answer the same. Afterwards all that is hidden is changed, then removed, and no answer
 * and no class of failure may change.
 */
export async function evaluate(engine: PolicyEngine, seeds: readonly number[], statements: number): Promise<Evaluation> {
  const evaluation: Evaluation = { compared: 0, answered: 0, refused: 0, computing: 0, ordered: [], wrong: [] };
  for (const seed of seeds) await evaluateScene(engine, seed, statements, evaluation);
  return evaluation;
}

async function evaluateScene(engine: PolicyEngine, seed: number, most: number, so: Evaluation): Promise<void> {
  const scene = sceneOf(seed);
  await engine.fill('whole', scene.tables);
  await engine.fill('visible', scene.visible);
  const statements = new Statements(new Random(seed * 7 + 1), engine.grammar);
  const all: { readonly text: string; readonly sent: Sent; readonly own: Answer }[] = [];
  for (let index = 0; index < most; index += 1) {
    const text = statements.next();
    const sql = text.replaceAll('{s}', engine.schemaOf('whole'));
    const uses = await usesOf(engine, scene, sql);
    if (maskedOperands(sql, engine.dialect, uses).length > 0) {
      so.computing += 1;
      continue;
    }
    const restricting = await engine.restrict(sql, uses);
    if (!restricting.ok) {
      so.refused += 1;
      continue;
    }
    if (KEYS.some((key) => restricting.statement.includes(key))) so.wrong.push(`seed ${seed}, a key is sent: ${text}`);
    const own = await answerOf(engine, restricting);
    const statement = await engine.plain(text.replaceAll('{s}', engine.schemaOf('visible')), engine.schemaOf('visible'));
    // What it is compared with fails in the same order only where it is planned alike.
    const reference = await engine.run({ ...restricting, statement, values: [], columns: null }, 'visible');
    so.compared += 1;
    if (reference.kind === 'rows') so.answered += 1;
    if (shown(own, engine) !== shown(reference, engine)) {
      const both = `own ${brief(own, engine)}\n  reference ${brief(reference, engine)}`;
      // That it depends on nothing that is hidden shows below.
      const isOrdered = own.kind === 'failed' || reference.kind === 'failed';
      (isOrdered ? so.ordered : so.wrong).push(`seed ${seed}: ${text}\n  sent ${restricting.statement}\n  ${both}`);
    }
    if (own.kind === 'failed' && own.cause === 'wrong_types' && (await isWellTyped(engine, sql)))
      so.wrong.push(`seed ${seed}, it computes with a mask: ${text}\n  own ${brief(own, engine)}`);
    all.push({ text, sent: restricting, own });
  }
  const changed = await answersOf(engine, scene.otherwise, all);
  const bare = await answersOf(engine, scene.bare, all);
  for (const [index, { text, sent, own }] of all.entries())
    for (const again of [changed[index], bare[index]]) {
      if (again === undefined || shown(again, engine) === shown(own, engine)) continue;
      const words = `seed ${seed}, what is hidden changed: ${text}\n  sent ${sent.statement}`;
      const line = `${words}\n  before ${brief(own, engine)}\n  after ${brief(again, engine)}`;
      (isOfVisible(own, again, bare[index]) ? so.ordered : so.wrong).push(line);
    }
}

async function answersOf(
  engine: PolicyEngine,
  tables: readonly TableOfScene[],
  all: readonly { readonly sent: Sent }[],
): Promise<Answer[]> {
  await engine.fill('whole', tables);
  const answers: Answer[] = [];
  for (const { sent } of all) answers.push(await answerOf(engine, sent));
  return answers;
}

/** A failure that is there without anything hidden is one of a visible value: whether an engine gets there depends on its statistics. */
function isOfVisible(own: Answer, again: Answer, bare: Answer | undefined): boolean {
  if (own.kind === again.kind || bare?.kind !== 'failed') return false;
  const failure = own.kind === 'failed' ? own : again;
  return failure.kind === 'failed' && failure.cause === bare.cause;
}

/** Without policies. Where it then fails because of masks alone, engines that look at types tell what others take for numbers. */
async function isWellTyped(engine: PolicyEngine, sql: string): Promise<boolean> {
  const statement = await engine.plain(sql, engine.schemaOf('whole'));
  const answer = await engine.run({ statement, values: [], isFenced: false, columns: null }, 'whole');
  return answer.kind === 'rows' || answer.cause !== 'wrong_types';
}

async function usesOf(engine: PolicyEngine, scene: Scene, sql: string): Promise<readonly RestrictedUse[]> {
  const relations = await engine.relationsOf(sql);
  if (relations === null) throw new Error(`The guard refuses a statement of the grammar: ${sql}`);
  const schema = engine.schemaOf('whole');
  return relations.map(({ name }): RestrictedUse => {
    const restriction = scene.restrictions.get(name);
    const columns = scene.tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    return { schema, name, columns, restriction: restriction === undefined ? null : { ...restriction, schema } };
  });
}

/** What the person gets: with the names of their own statement. */
async function answerOf(engine: PolicyEngine, sent: Sent): Promise<Answer> {
  const answer = await engine.run(sent, 'whole');
  if (answer.kind === 'failed') return answer;
  const columns = namedAsWritten(answer.columns, sent.columns);
  return columns === null
    ? { kind: 'failed', reason: 'A name would show what was sent.', cause: 'unnamed_column' }
    : { ...answer, columns };
}

/** All that a person can tell from an answer, but for the order of rows; of a failure, its class. Schemas have two names here. */
function shown(answer: Answer, engine: PolicyEngine): string {
  if (answer.kind === 'failed') return `failed: ${answer.cause}`;
  const columns = answer.columns.map(({ name, type }) => [name, type]);
  const text = JSON.stringify([columns, answer.rows.map((row) => JSON.stringify(row)).sort()]);
  return text.replaceAll(engine.schemaOf('whole'), '{s}').replaceAll(engine.schemaOf('visible'), '{s}');
}

function brief(answer: Answer, engine: PolicyEngine): string {
  return (answer.kind === 'failed' ? `failed: ${answer.reason}` : shown(answer, engine)).slice(0, 900);
}
