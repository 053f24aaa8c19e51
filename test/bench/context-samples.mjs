// Sample schemas in short notation, a table a line: `name: column column* other>target state=a|b -- comment`. A star makes a column
// part of the primary key, `>` a foreign key, `=` an enumeration, `:` names a type that the name does not tell. A line `# name`
// begins a schema, one with `+` holds columns that every table has. Questions stand beside them with the tables they need.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, 'context');

/** What an installation of many years has beside each table that people ask about. */
const COPIES = ['_hist', '_log', '_bak', '_stg', '_archive', '_audit', '_ext_attr', '_import_error'];
const TEMPORARY = 40;

export function sampleQuestions() {
  return read('questions').map((line, at) => {
    const [sample, question, needs] = line.split('|').map((part) => part.trim());
    // The ranking was developed with the even ones. What the odd ones miss was never looked at.
    return { sample, question, needs: needs.split(' '), isHeldOut: at % 2 === 1 };
  });
}

export function samples() {
  const names = readdirSync(directory).map((file) => file.replace('.txt', ''));
  return Object.fromEntries(names.filter((name) => name !== 'questions').map((name) => [name, parse(name)]));
}

/** Statements that make a sample, its tables first and then their foreign keys. */
export function ddlOf(tables) {
  const keys = [];
  const types = [];
  const creations = tables.flatMap((table) => {
    const place = `"${table.schema}"."${table.name}"`;
    const columns = table.columns.map((column) => {
      if (column.labels !== undefined) {
        const type = `"${table.schema}"."${table.name}_${column.name}"`;
        types.push(`CREATE TYPE ${type} AS ENUM (${column.labels.map((label) => `'${label}'`).join(', ')})`);
        return { ...column, type };
      }
      return { ...column };
    });
    if (table.isView) {
      const list = columns.map(({ name, type }) => `NULL::${type} AS "${name}"`);
      return [`CREATE VIEW ${place} AS SELECT ${list.join(', ')}`];
    }
    const own = columns.filter(({ isKey }) => isKey).map(({ name }) => `"${name}"`);
    for (const column of columns.filter(({ target }) => target !== undefined)) {
      const pointed = pointedBy(table, column, tables);
      const [first] = pointed.columns;
      const there = `"${pointed.schema}"."${pointed.name}" ("${first.name}")`;
      column.type = first.target === undefined ? first.type : 'integer';
      keys.push(`ALTER TABLE ${place} ADD FOREIGN KEY ("${column.name}") REFERENCES ${there}`);
    }
    const lines = columns.map(({ name, type, isKey }) => `"${name}" ${type}${isKey ? ' NOT NULL' : ''}`);
    return [
      `CREATE TABLE ${place} (${[...lines, `PRIMARY KEY (${own.join(', ')})`].join(', ')})`,
      ...(table.comment === undefined ? [] : [`COMMENT ON TABLE ${place} IS '${table.comment.replaceAll("'", "''")}'`]),
    ];
  });
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  return [...schemas.map((schema) => `CREATE SCHEMA IF NOT EXISTS "${schema}"`), ...types, ...creations, ...keys];
}

function pointedBy(table, { name, target }, tables) {
  const place = target.includes('.') ? target : `${table.schema}.${target}`;
  const pointed = tables.find((other) => `${other.schema}.${other.name}` === place);
  if (pointed === undefined) throw new Error(`${table.name}.${name} points to ${target}, which is not there.`);
  return pointed;
}

function parse(name) {
  const tables = [];
  const lines = read(name);
  const common = lines.find((line) => line.startsWith('+ '))?.slice(2) ?? '';
  let schema = 'public';
  for (const line of lines) {
    if (line.startsWith('# ')) schema = line.slice(2);
    else if (!line.startsWith('+ ')) tables.push(tableOf(schema, line, common));
  }
  return name === 'erp' ? withYears(tables) : tables;
}

function tableOf(schema, line, common) {
  const [definition, comment] = line.split(' -- ');
  const [head, list] = definition.split(': ');
  const columns = `${list} ${common}`.trim().split(' ').map(columnOf);
  return { schema, name: head.replace('view ', ''), isView: head.startsWith('view '), columns, comment };
}

function columnOf(text) {
  const [, name, star, , target, , labels, , type] = /^([^*>=:]+)(\*)?(>([^=:]+))?(=([^:]+))?(:(.+))?$/.exec(text);
  return { name, isKey: star !== undefined, target, labels: labels?.split('|'), type: type ?? typeOf(name) };
}

function typeOf(name) {
  if (/(_cd|_code|_no|code)$/.test(name)) return 'character varying(20)';
  if (/(_id|Id|id|_by|To)$/.test(name)) return 'integer';
  if (/(_at)$/.test(name)) return 'timestamp with time zone';
  if (/(_date|Date|date)$/.test(name)) return 'date';
  if (/(amount|price|total|cost|rate|Price|Total|qty|quantity|Quantity)$/.test(name)) return 'numeric(12,2)';
  if (/^is_/.test(name)) return 'boolean';
  if (/(description|_text|notes|comments?)$/.test(name)) return 'text';
  return 'character varying(80)';
}

/** Copies, logs and temporary tables around the few that matter. */
function withYears(tables) {
  const copies = tables.flatMap((table) =>
    COPIES.map((suffix) => {
      const kept = table.columns.map(({ name, type, labels }) => ({
        name,
        type: labels === undefined ? type : 'character varying(20)',
        isKey: false,
      }));
      const id = { name: `${table.name}${suffix}_id`, type: 'integer', isKey: true };
      const change = { name: 'changed_at', type: 'timestamp with time zone', isKey: false };
      return { schema: table.schema, name: `${table.name}${suffix}`, isView: false, columns: [id, ...kept, change] };
    }),
  );
  const temporary = Array.from({ length: TEMPORARY }, (_, at) =>
    tableOf(tables[0].schema, `zz_tmp_${String(at + 1).padStart(3, '0')}: row_id* customer_id order_id amount note`, ''),
  );
  return [...tables, ...copies, ...temporary];
}

function read(name) {
  return readFileSync(join(directory, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
