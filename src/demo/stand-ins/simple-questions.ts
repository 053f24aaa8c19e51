import { NUMERIC, TEXT } from './column-types.js';
import { type Proposal, back, isGerman } from './conversation.js';
import { columnsIn, tablesIn } from './named-in.js';
import type { ToldColumn, ToldTable } from './told-schema.js';

/** Words that the rules below understand. A question with any other word is left to real models. */
const KNOWN_WORDS = new Set(
  `a all and are average be belong belongs by count display do does each earliest every exist find first for from get give greatest has have
   having high highest how i in is it largest biggest last latest least list long longest lowest many me mean most much newest number of oldest
   on our per record records rows row shortest show smallest sum table that the their there to together top total value values we what which with
   aller alle an anzahl auf aus den der des die das du durchschnitt durchschnittliche durchschnittlichen durchschnittlicher ersten es gehören
   gehört gesamt gibt größte größten größter haben hat höchste höchsten im ist je jede jedem jeden jeder jedes kleinste kleinsten längste
   längsten liste meisten mir mit neueste neuesten niedrigste niedrigsten pro sind summe tabelle um und viele von welche welcher welches wert
   wie zeige zeig zeile zeilen zu zum zur älteste ältesten`.split(/\s+/),
);
const COUNTS = /^(?:and |und )?(?:how many|count|number of|wie viele|anzahl)\b/i;
const FOR_EACH = /(?<!\p{L})(?:each|every|per|by|jede[mnrs]?|je|pro)(?!\p{L})/iu;
const HIGHEST =
  /(?<!\p{L})(?:highest|largest|biggest|greatest|most|longest|top|newest|latest|höchsten?|größte[nr]?|meisten|längsten?|neuesten?)(?!\p{L})/iu;
const LOWEST = /(?<!\p{L})(?:lowest|smallest|least|shortest|oldest|earliest|niedrigsten?|kleinsten?|ältesten?)(?!\p{L})/iu;
const LISTS = /^(?:and |und )?(?:show|list|give|display|get|find|which|what|zeige?|liste|welche[rs]?)\b/i;
const MEASURES = [
  { asks: /(?<!\p{L})(?:average|mean|durchschnitt\p{L}*)(?!\p{L})/iu, measure: 'avg', name: 'average' },
  { asks: /(?<!\p{L})(?:total|sum|summe|gesamt)(?!\p{L})/iu, measure: 'sum', name: 'total' },
] as const;
/** A text has no highest value, but a most frequent one. */
const MOST_ROWS = /(?<!\p{L})(?:most|meisten)(?!\p{L})/iu;
const TIME = /^(?:date|time)/i;
const USUAL = 10;
const MOST = 100;
const MOST_CHOICES = 4;

interface Read {
  readonly question: string;
  readonly table: ToldTable;
  readonly second: ToldTable | undefined;
  readonly columns: readonly ToldColumn[];
  readonly most: number;
}

/** Answers simple questions about any schema, by the names in it; `null` for all others. */
export function simpleAnswer(asked: string, tables: readonly ToldTable[]): Proposal | null {
  const question = asked.replaceAll(/\s+/g, ' ').trim();
  const named = tablesIn(question, tables);
  const [table, second, third] = [...new Set(named.found.map(({ what }) => what))];
  if (table === undefined || third !== undefined) return null;
  const { found, rest } = columnsIn(named.rest, table.columns);
  const words = rest.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const [most] = words.filter((word) => /^\d{1,3}$/.test(word)).map(Number);
  if (!words.every((word) => KNOWN_WORDS.has(word) || /^\d{1,3}$/.test(word))) return null;
  const columns = [...new Set(found.map(({ what }) => what))];
  const read = { question, table, second, columns, most: Math.min(most ?? USUAL, MOST) };
  if (COUNTS.test(question)) return counted(read);
  if (HIGHEST.test(question) || LOWEST.test(question)) return ordered(read);
  const measured = MEASURES.find(({ asks }) => asks.test(question));
  if (measured !== undefined) return aggregated(read, measured);
  return LISTS.test(question) && second === undefined ? listed(read) : null;
}

function counted({ question, table, second, columns: [column] }: Read): Proposal | null {
  if (second !== undefined) return FOR_EACH.test(question) ? countedFor(table, second, MOST) : null;
  if (column === undefined) return statement(`SELECT count(*) AS how_many FROM ${table.written}`, `How many rows ${table.name} has.`);
  return FOR_EACH.test(question) ? countedBy(column, table, MOST) : null;
}

function countedBy(column: ToldColumn, table: ToldTable, most: number): Proposal {
  return statement(
    `SELECT ${column.quoted}, count(*) AS how_many FROM ${table.written} GROUP BY ${column.quoted} ` +
      `ORDER BY how_many DESC, ${column.quoted} LIMIT ${most}`,
    `How many rows of ${table.name} have each ${column.name}.`,
  );
}

/** Rows of a table for each row of another one that a foreign key of the first points to. */
function countedFor(table: ToldTable, target: ToldTable, most: number): Proposal | null {
  const key = table.foreignKeys.find((one) => one.target === target.written);
  const label = labelOf(target);
  if (key === undefined || label === undefined) return null;
  const ties = key.columns.map((column, index) => `a.${column} = b.${key.targetColumns[index] ?? column}`);
  const shown = `b.${label.quoted}`;
  const groups = [...new Set([...key.targetColumns.map((column) => `b.${column}`), shown])];
  return statement(
    `SELECT ${shown}, count(a.${key.columns[0] ?? ''}) AS how_many FROM ${target.written} b ` +
      `LEFT JOIN ${table.written} a ON ${ties.join(' AND ')} ` +
      `GROUP BY ${groups.join(', ')} ORDER BY how_many DESC, ${shown} LIMIT ${most}`,
    `How many rows of ${table.name} belong to each row of ${target.name}.`,
  );
}

function ordered({ question, table, second, columns: [named], most }: Read): Proposal | null {
  if (second !== undefined) return countedFor(second, table, most) ?? countedFor(table, second, most);
  if (named !== undefined && TEXT.test(named.type) && MOST_ROWS.test(question)) return countedBy(named, table, most);
  const candidates = named === undefined ? measuresFor(question, table) : [named];
  const [column, another] = candidates;
  if (column === undefined) return null;
  if (another !== undefined) return whichMeasure(question, table, candidates.slice(0, MOST_CHOICES));
  const label = labelOf(table);
  const shown = [...new Set([label?.quoted ?? column.quoted, column.quoted])].join(', ');
  return statement(
    `SELECT ${shown} FROM ${table.written} WHERE ${column.quoted} IS NOT NULL ` +
      `ORDER BY ${column.quoted}${LOWEST.test(question) ? '' : ' DESC'} LIMIT ${most}`,
    `Rows of ${table.name} in the order of ${column.name}.`,
  );
}

/** What "longest" and "newest" may mean in this table; for "largest", any number that is not a key. */
function measuresFor(question: string, table: ToldTable): readonly ToldColumn[] {
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  const free = table.columns.filter(({ quoted }) => !keys.has(quoted));
  if (/long|short|läng/i.test(question)) return free.filter(({ name }) => /length|duration|minutes/i.test(name));
  if (/new|old|lat|earl|neu|ält/i.test(question.replace(/greatest/i, '')))
    return free.filter(({ name, type }) => TIME.test(type) || /(?:_on|_at|date)$/i.test(name));
  return free.filter(({ type }) => NUMERIC.test(type));
}

function whichMeasure(question: string, { name }: ToldTable, columns: readonly ToldColumn[]): Proposal {
  const isLow = LOWEST.test(question);
  if (isGerman(question))
    return back(
      'Nach welchem Wert?',
      columns.map((column) => `Welche ${name} haben den ${isLow ? 'niedrigsten' : 'höchsten'} Wert von ${column.name}?`),
    );
  return back(
    'By which value?',
    columns.map((column) => `Which ${name} have the ${isLow ? 'lowest' : 'highest'} ${column.name}?`),
  );
}

function aggregated({ table, second, columns: [column, further] }: Read, { measure, name }: (typeof MEASURES)[number]): Proposal | null {
  if (second !== undefined || column === undefined || further !== undefined || !NUMERIC.test(column.type)) return null;
  return statement(
    `SELECT ${measure}(${column.quoted}) AS ${name} FROM ${table.written}`,
    `The ${name} of ${column.name} in ${table.name}.`,
  );
}

function listed({ table, columns, most }: Read): Proposal {
  const shown = columns.length === 0 ? '*' : columns.map(({ quoted }) => quoted).join(', ');
  const order = table.primaryKey.length === 0 ? '' : ` ORDER BY ${table.primaryKey.join(', ')}`;
  return statement(`SELECT ${shown} FROM ${table.written}${order} LIMIT ${most}`, `The first rows of ${table.name}.`);
}

/** What people call a row by. */
function labelOf({ columns, primaryKey }: ToldTable): ToldColumn | undefined {
  const texts = columns.filter(({ type, quoted }) => TEXT.test(type) && !primaryKey.includes(quoted));
  return (
    texts.find(({ name }) => /^(?:name|title|label)$/i.test(name)) ??
    texts.find(({ name }) => /(?:name|title|label)$/i.test(name)) ??
    texts[0] ??
    columns[0]
  );
}

function statement(sql: string, explanation: string): Proposal {
  return { sql, explanation };
}
