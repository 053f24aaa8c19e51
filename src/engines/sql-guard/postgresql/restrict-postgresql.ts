import { type Sentence, say } from '../../../shared/sentence.js';
import { MOST_VIOLATIONS, type Violation, quoted } from '../judgement.js';
import { restricted } from '../relation-violations.js';
import type { KnownSource } from '../known-source.js';
import { type RestrictedUse, type Restricting, type Restriction, hidesRows } from '../restriction.js';
import { type DerivedTable, derivedTable } from '../derived-table.js';
import { Places } from '../statement-text.js';
import { type Edit, hiddenAlias, written } from '../written-statement.js';
import { Findings } from './findings.js';
import { MOST_PARAMETERS, PostgresqlTables } from './masks.js';
import { held, ownName, textOf } from './names.js';
import type { PgGrammar, PgToken, TreeNode } from './pg-grammar.js';
import { removedName } from './removed-name.js';
import { SourceNames } from './source-names.js';
import { StandIns } from './stand-ins.js';
import { StatementShape, aliasOf } from './statement-shape.js';
import { TreeWalk } from './tree-walk.js';
import { isSelfContained, isWitnessed } from './witness.js';

/** Keeps conditions of the statement out of the derived table: PostgreSQL works out a LIMIT or OFFSET before them. */
const FENCE = ' OFFSET 0';

type Table = StatementShape['tables'][number];

/** Replaces each restricted relation by a derived table of what may be seen of it. */
export async function restrictPostgresql(
  grammar: PgGrammar,
  sql: string,
  source: KnownSource,
  uses: readonly RestrictedUse[],
): Promise<Restricting> {
  const reading = await grammar.read(sql);
  const query = reading.kind === 'tree' ? held(reading.statements[0]?.['stmt'], 'SelectStmt') : null;
  if (query === null) throw new Error('The statement was not judged before.');
  const findings = new Findings(sql, new Places(sql), new SourceNames(source));
  findings.names.expect(query);
  new TreeWalk(findings).walk(query);
  if (findings.relations.length !== uses.length) throw new Error('The statement is not the one that was judged.');
  const tokens = await grammar.tokensOf(sql);
  const removed = removedName({ sql, query, tokens }, findings.relations, uses);
  if (removed !== null) return { ok: false, violations: [removed] };
  const writing = new Writing(sql, query, tokens, findings, uses);
  const edits = writing.edits();
  if (writing.values.length > MOST_PARAMETERS) return { ok: false, violations: [tooManyValues(writing.values.length)] };
  const { violations } = findings;
  if (violations.length > 0) return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
  const { alias, values, tables } = writing;
  const { statement, spans } = written(sql, [...findings.edits, ...edits.map(({ edit }) => edit)]);
  const outline = written(sql, [...findings.edits, ...edits.map(({ edit, outline: text }) => ({ ...edit, text }))]);
  for (const [restriction, table] of tables)
    if (!(await isSelfContained(grammar, restriction, table, alias))) throw new Error('A derived table is not what was to be written.');
  if (!(await isWitnessed(grammar, outline.statement, outline.spans, uses)))
    throw new Error('A restricted relation is read outside of what was written.');
  const priced = [...findings.edits, ...edits.map(({ edit, standIn: text }) => ({ ...edit, text }))];
  const pricing = findings.isProduct ? writing.standIns.pricing(written(sql, priced).statement) : null;
  return { ok: true, statement, values, isFenced: writing.isFenced, pricing, spans, columns: null };
}

/** The outline of a derived table has neither columns nor conditions, which are read once for all statements. */
interface OutlinedEdit {
  readonly edit: Edit;
  readonly outline: string;
  /** What is written there to ask what the statement costs. */
  readonly standIn: string;
}

class Writing {
  readonly alias = hiddenAlias();
  readonly standIns = new StandIns(this.alias);
  private readonly dialect = new PostgresqlTables();
  private readonly places: Places;
  private readonly shape: StatementShape;
  readonly isFenced: boolean;
  private readonly byPlace: ReadonlyMap<number, RestrictedUse>;
  readonly tables = new Map<Restriction, DerivedTable>();

  constructor(
    private readonly sql: string,
    query: TreeNode,
    private readonly tokens: readonly PgToken[],
    private readonly findings: Findings,
    uses: readonly RestrictedUse[],
  ) {
    this.places = new Places(sql);
    this.byPlace = new Map(
      findings.relations.flatMap(({ position }, index) => {
        const use = uses[index];
        return use === undefined ? [] : [[position, use] as const];
      }),
    );
    const columns = uses.flatMap(({ restriction }) => restriction?.columns ?? []);
    const mistrusted = columns.filter(({ type }) => /^(?:numeric|oid|date)/.test(type)).map(({ name }) => name);
    const hides = hidesRows(uses);
    this.shape = new StatementShape(query, hides, new Set(mistrusted), findings);
    this.isFenced = hides && this.shape.isRisky;
  }

  get values() {
    return this.dialect.values;
  }

  edits(): OutlinedEdit[] {
    this.refuseTwins();
    const tables = this.shape.tables.flatMap((table) => this.tableEdits(table));
    return [...tables, ...this.columnEdits().map(outlined)];
  }

  /** Two relations with one bare name stand apart by their schemas, which derived tables do not have. */
  private refuseTwins(): void {
    for (const list of this.shape.fromLists) {
      const seen = new Set<string>();
      for (const table of list) {
        const name = textOf(table['relname']);
        const isRestricted = list.some((one) => textOf(one['relname']) === name && this.restrictionAt(one) !== null);
        if (seen.has(name) && isRestricted)
          this.refuse(table, say('Policies restrict {name}: give each relation of this name an alias.', { name: name.slice(0, 65) }));
        seen.add(name);
      }
    }
  }

  private restrictionAt(table: TreeNode): Restriction | null {
    return this.byPlace.get(this.places.ofByte(locationOf(table)))?.restriction ?? null;
  }

  private refuse(node: TreeNode, message: Sentence): void {
    this.findings.refuse('restricted_relation', locationOf(node), message);
  }

  private tableEdits({ node, sample }: Table): OutlinedEdit[] {
    const use = this.byPlace.get(this.places.ofByte(locationOf(node)));
    if (use === undefined) return [];
    if (use.restriction === null) {
      if (node['schemaname'] !== undefined) return [];
      const position = this.places.ofByte(locationOf(node));
      return [outlined({ position, end: position, text: `${quoted(use.schema, '"')}.` })];
    }
    const span = this.spanOf(node);
    const sampled = sample === null ? null : this.sampleOf(sample);
    const derived = this.tables.get(use.restriction) ?? derivedTable(use.restriction, this.alias, this.dialect);
    this.tables.set(use.restriction, derived);
    const fence = this.isFenced && use.restriction.rows !== null ? FENCE : '';
    const only = node['inh'] === true ? '' : 'ONLY ';
    const from = `${only}${quoted(use.schema, '"')}.${quoted(use.name, '"')} AS ${this.alias}${sampled?.text ?? ''}`;
    const alias = aliasOf(node) === null ? ` AS ${quoted(textOf(node['relname']), '"')}` : '';
    const text = `(SELECT ${derived.columns} FROM ${from}${derived.where}${fence})${alias}`;
    const edit = { position: span.position, end: span.end, text, isDerived: true };
    const others = [...span.before, ...(sampled === null ? [] : [sampled.edit])];
    const standIn = this.findings.isProduct ? `${this.standIns.of(use.restriction)}${alias}` : '';
    return [{ edit, outline: `(SELECT FROM ${from}${fence})${alias}`, standIn }, ...others.map(outlined)];
  }

  /** With ONLY before it and the old-style star behind it; `TABLE emp` becomes a SELECT. */
  private spanOf(node: TreeNode): {
    readonly position: number;
    readonly end: number;
    readonly before: readonly Edit[];
  } {
    const first = this.tokens.findIndex(({ start }) => start === locationOf(node));
    if (first === -1) throw new Error('The relation is not where it was read.');
    let last = node['schemaname'] === undefined ? first : first + 2;
    let begin = first;
    if (node['inh'] !== true) {
      const isEnclosed = this.textAt(begin - 1) === '(' && this.textAt(begin - 2).toUpperCase() === 'ONLY';
      begin -= isEnclosed ? 2 : 1;
      if (isEnclosed) last += 1;
      if (this.textAt(begin).toUpperCase() !== 'ONLY') throw new Error('The relation is not where it was read.');
    } else if (this.textAt(last + 1) === '*') last += 1;
    const isTable = this.textAt(begin - 1).toUpperCase() === 'TABLE';
    const before = { position: this.startOf(begin - 1), end: this.endOf(begin - 1), text: 'SELECT * FROM' };
    return { position: this.startOf(begin), end: this.endOf(last), before: isTable ? [before] : [] };
  }

  /** Samples rows before the policy filters them, so it must choose each row by itself. */
  private sampleOf(sample: TreeNode): { readonly text: string; readonly edit: Edit } {
    if (ownName(sample['method']) !== 'bernoulli') this.refuse(sample, 'A relation that policies restrict may be sampled by BERNOULLI.');
    const method = this.tokens.findIndex(({ start }) => start === locationOf(sample));
    const word = this.textAt(method - 1).toUpperCase() === 'TABLESAMPLE' ? method - 1 : method - 3;
    let last = this.closing(this.indexOf('(', method));
    if (this.textAt(last + 1).toUpperCase() === 'REPEATABLE') last = this.closing(last + 2);
    const [position, end] = [this.startOf(word), this.endOf(last)];
    if (this.textAt(word).toUpperCase() !== 'TABLESAMPLE') throw new Error('The sample is not where it was read.');
    const text = ` ${this.sql.slice(position, end)}`;
    if (!/^[ \w.()"-]*$/.test(text)) this.refuse(sample, 'Write the size of the sample as a number.');
    return { text, edit: { position, end, text: '' } };
  }

  /** `public.emp.id` is written by the relation's bare name, which the derived table has. */
  private columnEdits(): Edit[] {
    return this.shape.longColumns.flatMap(({ node, fields }) => {
      const [schema, name] = fields;
      const meant = [...this.byPlace.values()].find((use) => use.schema === schema && use.name === name);
      if (meant === undefined || meant.restriction === null) return [];
      const others = [...this.byPlace.values()].some((use) => use.name === name && use.schema !== schema);
      if (fields.length > 3 || others || this.shape.declared.has(name ?? ''))
        this.refuse(node, 'Policies restrict this relation: give it an alias, and name its columns by that.');
      const first = this.tokens.findIndex(({ start }) => start === locationOf(node));
      return [{ position: this.startOf(first), end: this.startOf(first + 2), text: '' }];
    });
  }

  private indexOf(symbol: string, from: number): number {
    for (let at = from; at < this.tokens.length; at += 1) if (this.textAt(at) === symbol) return at;
    throw new Error('The sample is not where it was read.');
  }

  private closing(opening: number): number {
    let depth = 0;
    for (let at = opening; at < this.tokens.length; at += 1) {
      if (this.textAt(at) === '(') depth += 1;
      if (this.textAt(at) === ')') depth -= 1;
      if (depth === 0) return at;
    }
    throw new Error('The sample is not where it was read.');
  }

  private textAt(index: number): string {
    return index < 0 || index >= this.tokens.length ? '' : this.sql.slice(this.startOf(index), this.endOf(index));
  }

  private startOf(index: number): number {
    return this.places.ofByte(this.tokens[index]?.start ?? Infinity);
  }

  private endOf(index: number): number {
    return this.places.ofByte(this.tokens[index]?.end ?? Infinity);
  }
}

function tooManyValues(count: number): Violation {
  return restricted(
    null,
    say(
      'Policies compare rows of these relations with {count} values, and PostgreSQL takes {most} in a statement. Ask an administrator to write them as lists (in), of 100 values or more.',
      { count, most: MOST_PARAMETERS },
    ),
  );
}

function outlined(edit: Edit): OutlinedEdit {
  return { edit, outline: edit.text, standIn: edit.text };
}

function locationOf(node: TreeNode): number {
  return typeof node['location'] === 'number' ? node['location'] : 0;
}
