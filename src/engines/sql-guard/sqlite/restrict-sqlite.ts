import { type AuthorizedDatabase, NotPrepared } from '../../../platform/sqlite/authorized-database.js';
import { columnsOfQuery } from '../../../platform/sqlite/columns-of-query.js';
import { lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import type { KnownTable } from '../known-source.js';
import { type Violation, quoted } from '../judgement.js';
import { restricted, systemColumn } from '../relation-violations.js';
import { type RestrictedUse, type Restricting, type Restriction, type RowPredicate, hidesRows, shownType } from '../restriction.js';
import { derivedTable } from '../derived-table.js';
import { columnsAmong, removedNameIn } from '../removed-names.js';
import { type Edit, hiddenAlias, written } from '../written-statement.js';
import { type SelectItem, selectItems } from '../select-items.js';
import { isRisky } from './calm.js';
import { SqliteTables } from './masks.js';
import { type Token, tokensOf } from './sqlite-tokens.js';
import type { SqliteJudge } from './judge-sqlite.js';
import { type TablePlace, schemasOfColumns, tablePlaces } from './table-places.js';

/** The engine works out a derived table with a limit before the conditions around it. */
const FENCE = ' LIMIT -1';
const MOST_PLACES = 100;
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*|\d[\w.]*|\S/gu;
const NOT_PLACED = 'Policies restrict what you see here, and they cannot be applied to this statement. Name each table after FROM or JOIN.';
const ROW_NUMBER = /^(?:rowid|oid|_rowid_)$/i;

/** Databases in memory with the tables of a source, in which restricted ones have names that nobody can guess. */
interface RenamedTables {
  /** By a table's name in lower case. */
  readonly names: ReadonlyMap<string, string>;
  /** The tables by their own names, and the restricted ones by both. */
  readonly withBoth: AuthorizedDatabase;
  readonly withoutOwn: AuthorizedDatabase;
}

const PREFIX = hiddenAlias();
const FULL_TEXT = 'Policies restrict this relation, but the words in its index cannot be restricted.';

/**
 * Replaces each restricted relation by a derived table of what may be seen of it. The engine gives no places. But a statement
 * that still names a restricted table can only be prepared where there is one of that name: so it is prepared without.
 */
export function restrictSqlite(judge: SqliteJudge, sql: string, own: readonly KnownTable[], uses: readonly RestrictedUse[]): Restricting {
  const restrictions = new Map(
    uses.flatMap(({ name, restriction }) => (restriction === null ? [] : [[lowerAscii(name), restriction] as const])),
  );
  const visible = own.map((table) => visibleOf(table, restrictions));
  if ([...restrictions.keys()].some((name) => judge.tablesOf(own).fullText.has(name)))
    return { ok: false, violations: [restricted(null, FULL_TEXT)] };
  const tables = renamedTables(judge, own, visible, restrictions);
  const tokens = tokensOf(sql);
  const removed = removedName(sql, tokens, uses);
  if (removed !== null) return { ok: false, violations: [removed] };
  const names = new Set(restrictions.keys());
  const columns = schemasOfColumns(tokens, names);
  const isFenced = hidesRows(uses) && isRisky(tokens);
  const writing = new Writing(sql, restrictions, columns, isFenced ? FENCE : '');
  const found = tablePlaces(sql, tokens, names);
  const places = found.length > MOST_PLACES ? null : placesThatRead(found, writing, tables);
  if (places === null) {
    const number = tokens.find(({ kind, text }) => kind === 'name' && ROW_NUMBER.test(text));
    return { ok: false, violations: [number ? systemColumn(number.start, number.text) : restricted(null, NOT_PLACED)] };
  }
  writing.nameAsBefore(places, (text) => isPrepared(text, tables.withoutOwn), renamedBy(tables));
  if (!isWitnessed(writing.at(places, renamedBy(tables)), restrictions, tables))
    throw new Error('A restricted relation is read outside of what was written.');
  const statement = writing.at(places, ({ name }) => name);
  const shown = columnsOfQuery(judge.tablesOf(visible).database.database, sql);
  return { ok: true, statement, values: writing.values, isFenced, columns: shown };
}

function removedName(sql: string, tokens: readonly Token[], uses: readonly RestrictedUse[]): Violation | null {
  const byName = new Map(uses.map((use) => [lowerAscii(use.name), use]));
  const placed = tablePlaces(sql, tokens, new Set(byName.keys())).flatMap(({ name, position }) => {
    const use = byName.get(name);
    return use === undefined ? [] : [{ use, position }];
  });
  const pieces = tokens.map(({ start, end }) => ({ text: sql.slice(start, end), start }));
  const named = tokens.flatMap(({ kind, text, start }) => (kind === 'name' ? [{ name: text, position: start }] : []));
  return removedNameIn(pieces, placed, columnsAmong(named, pieces, placed));
}

function visibleOf(table: KnownTable, restrictions: ReadonlyMap<string, Restriction>): KnownTable {
  const restriction = restrictions.get(lowerAscii(table.name));
  if (restriction === undefined) return table;
  const { columns } = restriction;
  return { ...table, columns: columns.map(({ name }) => name), types: columns.map((one) => shownType(one, 'TEXT')) };
}

function renamedTables(
  judge: SqliteJudge,
  own: readonly KnownTable[],
  visible: readonly KnownTable[],
  restrictions: ReadonlyMap<string, Restriction>,
): RenamedTables {
  const isRestricted = ({ name }: KnownTable): boolean => restrictions.has(lowerAscii(name));
  const renamed = own.filter(isRestricted).map((table) => ({ ...table, name: `${PREFIX} ${table.name}` }));
  const made = (tables: readonly KnownTable[]): AuthorizedDatabase => judge.tablesOf(tables).database;
  return {
    names: new Map(own.filter(isRestricted).map(({ name }) => [lowerAscii(name), `${PREFIX} ${name}`])),
    withBoth: made([...visible, ...renamed]),
    withoutOwn: made([...own.filter((table) => !isRestricted(table)), ...renamed]),
  };
}

/** @returns `null` if the statement would still read a restricted table */
function placesThatRead(found: readonly TablePlace[], writing: Writing, tables: RenamedTables): TablePlace[] | null {
  const nameOf = renamedBy(tables);
  const possible = found.filter((place) => isPrepared(writing.at([place], nameOf), tables.withBoth));
  if (!isPrepared(writing.at(possible, nameOf), tables.withoutOwn)) return null;
  // A place that is not needed names something else (a common table expression, a column). The last first: the engine does not need an
  // expression whose uses are all tables.
  return possible.toReversed().reduce<TablePlace[]>((kept, place) => {
    const without = kept.filter((one) => one !== place);
    return isPrepared(writing.at(without, nameOf), tables.withoutOwn) ? without : kept;
  }, possible);
}

class Writing {
  private readonly alias = hiddenAlias();
  private names: readonly Edit[] = [];
  private readonly dialect = new SqliteTables();

  constructor(
    private readonly sql: string,
    private readonly restrictions: ReadonlyMap<string, Restriction>,
    private readonly columns: readonly Edit[],
    private readonly fence: string,
  ) {}

  get values() {
    return this.dialect.values;
  }

  /**
   * An expression without an alias is named by its text. The person's text becomes the alias, because outer queries may name it.
   * @param isPrepared by the engine: what has an alias takes no other one
   */
  nameAsBefore(
    places: readonly TablePlace[],
    isPrepared: (statement: string) => boolean,
    nameOf: (restriction: Restriction) => string,
  ): void {
    const changes = [...places, ...this.columns].map(({ position }) => position);
    const changed = selectItems(this.sql, TOKEN).filter(
      ({ start, end, isColumn }) => !isColumn && changes.some((position) => start <= position && position < end),
    );
    const names = changed.map((item) => nameBehind(this.sql, item));
    const isTaken = (tried: readonly Edit[]): boolean => {
      this.names = tried;
      return isPrepared(this.at(places, nameOf));
    };
    if (isTaken(names)) return;
    this.names = names.reduce<readonly Edit[]>((kept, name) => (isTaken([...kept, name]) ? [...kept, name] : kept), []);
  }

  /** @param nameOf the table that is read for a restricted one */
  at(places: readonly TablePlace[], nameOf: (restriction: Restriction) => string): string {
    const edits = places.flatMap(({ position, end, name, isList, hasAlias, hint }): Edit[] => {
      const restriction = this.restrictions.get(name);
      if (restriction === undefined) throw new Error('The place is that of another table.');
      const alias = isList || hasAlias ? '' : ` AS ${quoted(restriction.name, '`')}`;
      const { columns, where } = derivedTable(restriction, this.alias, this.dialect);
      const fence = restriction.rows === null ? '' : this.fence;
      const from = `main.${quoted(nameOf(restriction), '`')} AS ${this.alias}`;
      const edit = { position, end, text: `(SELECT ${columns} FROM ${from}${where}${fence})${alias}` };
      return hint === null ? [edit] : [edit, { ...hint, text: '' }];
    });
    return written(this.sql, [...edits, ...this.columns, ...this.names]).statement;
  }
}

const BLANKS = ' \t\n\f\r\v';

/** The engine takes the text up to what follows, without white space. */
function nameBehind(sql: string, { start, end, next }: SelectItem): Edit {
  let last = next;
  // A pattern would start again at each of many blanks.
  while (last > start && BLANKS.includes(sql.charAt(last - 1))) last -= 1;
  const name = sql.slice(start, last);
  return { position: end, end, text: ` AS ${quoted(name, '`')}` };
}

function renamedBy({ names }: RenamedTables): (restriction: Restriction) => string {
  return ({ name }) => {
    const renamed = names.get(lowerAscii(name));
    if (renamed === undefined) throw new Error('The table has no other name.');
    return renamed;
  };
}

function isPrepared(sql: string, database: AuthorizedDatabase): boolean {
  try {
    database.finalize(database.prepare(sql, ({ about }) => about !== 'more'));
    return true;
  } catch (error) {
    if (error instanceof NotPrepared) return false;
    throw error;
  }
}

/**
 * The engine reads what is about to be sent, with other names for restricted tables: it must need none of these, and of the others only
 * columns that are permitted or that choose the rows.
 */
function isWitnessed(sql: string, restrictions: ReadonlyMap<string, Restriction>, tables: RenamedTables): boolean {
  const allowed = new Map([...restrictions].map(([name, restriction]) => [tables.names.get(name) ?? '', columnsIn(restriction)]));
  let isSound = true;
  try {
    const prepared = tables.withoutOwn.prepare(sql, (question) => {
      if (question.about === 'more') return false;
      const columns = question.about === 'read' ? allowed.get(question.name) : undefined;
      if (question.about === 'read' && columns !== undefined)
        isSound &&= question.column === '' || columns.has(lowerAscii(question.column));
      return true;
    });
    isSound &&= tables.withoutOwn.faultOf(prepared) === null;
    tables.withoutOwn.finalize(prepared);
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error;
    return false;
  }
  return isSound;
}

function columnsIn({ columns, rows }: Restriction): ReadonlySet<string> {
  return new Set([...columns.map(({ name }) => name), ...(rows === null ? [] : columnsOf(rows))].map(lowerAscii));
}

function columnsOf(rows: RowPredicate): string[] {
  if ('terms' in rows) return rows.terms.flatMap(columnsOf);
  return 'term' in rows ? columnsOf(rows.term) : [rows.column];
}
