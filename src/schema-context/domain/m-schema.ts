import {
  type ContextFormat,
  fieldsText,
  LONGEST_COMMENT,
  LONGEST_VALUE,
  MASKED,
  MOST_VALUES,
  proofOf,
  type TableText,
  targetsOf,
} from './context-format.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';
import { isPlain } from '../../shared/plain-text.js';
import { hasOption, PERIOD, WITHOUT_OVERLAPS } from '../../engines/catalog-reader/option.js';
import type { Column, Relation } from '../../engines/catalog-reader/relation.js';
import { commentLine, commentText, LONGEST_WHOLE_TYPE, quoted, shortTypeText, typeText } from './sql-text.js';

/**
 * M-Schema, as XiYan-SQL published it. Unlike the original, this puts comments and unusual names into quotes: without quotes a
 * comment could pretend to be the next column or table.
 */
export const M_SCHEMA: ContextFormat = {
  head: ({ name, engine }, notice) => `# ${notice}\n【DB_ID】 ${spoken(name, 40)} (${engine})\n【Schema】\n`,
  linksHead: '【Foreign keys】\n',
  remark: '# ',
  name: (schema, name, engine) => `${bare(schema, engine)}.${bare(name, engine)}`,
  table: (relation, engine, leftOut, isDense): TableText => {
    const { schema, name, comment, columns } = relation;
    const place = M_SCHEMA.name(schema, name, engine);
    const said = comment === null ? '' : spoken(comment, LONGEST_COMMENT.relation);
    const lines = columns.map((column) => columnLine(column, relation, engine, isDense));
    const more = leftOut === 0 ? '' : `\n# and ${leftOut} more columns`;
    return {
      text: `# Table: ${place}${said === '' ? '' : `, ${said}`}\n[\n${lines.join(',\n')}${more}\n]\n`,
      links: relation.foreignKeys.flatMap((key) =>
        key.columns.map((column, at) => {
          const { target } = key;
          const there = `${M_SCHEMA.name(target.schema, target.relation, engine)}.${bare(target.columns[at] ?? '', engine)}`;
          // A period lies within others, it need not be equal to one.
          const link = hasOption(key, PERIOD) && at === key.columns.length - 1 ? '&&' : '=';
          return `${place}.${bare(column, engine)}${link}${there}${proofOf(key)}\n`;
        }),
      ),
    };
  },
  short: (relation, engine, leftOut) => {
    const own = new Set(relation.primaryKey?.columns);
    const places = targetsOf(relation, (target) => {
      const column = bare(target.columns[0] ?? '', engine);
      return `${M_SCHEMA.name(target.schema, target.relation, engine)}.${column}`;
    });
    const items = relation.columns.map(({ name }) => {
      const place = places.get(name);
      const key = own.has(name) ? ' Primary Key' : '';
      return `${bare(name, engine)}${key}${place === undefined ? '' : `=${place}`}`;
    });
    const all = leftOut === 0 ? items : [...items, `${leftOut} more`];
    return commentLine('#', `${M_SCHEMA.name(relation.schema, relation.name, engine)} (${all.join(', ')})`);
  },
};

function columnLine(
  { name, type, comment, masked, tags = [], values, samples = [], fields }: Column,
  { primaryKey }: Relation,
  engine: Engine,
  isDense: boolean,
): string {
  // In capitals as in the original, except for labels, because those are values.
  const written = withoutMarks(isDense ? shortTypeText(type) : typeText(type, LONGEST_WHOLE_TYPE));
  const parts = [`${bare(name, engine)}:${written.includes("'") ? written : written.toUpperCase()}`];
  if (comment !== null && comment.trim() !== '') parts.push(spoken(comment, LONGEST_COMMENT.column));
  if (fields !== undefined) parts.push(`Fields: [${withoutMarks(fieldsText(fields, isDense, (field) => bare(field, engine)))}]`);
  if (primaryKey?.columns.includes(name) === true) {
    const isApart = hasOption(primaryKey, WITHOUT_OVERLAPS) && name === primaryKey.columns.at(-1);
    parts.push(isApart ? `Primary Key ${WITHOUT_OVERLAPS}` : 'Primary Key');
  }
  if (masked !== undefined) parts.push(MASKED[masked]);
  if (tags.length > 0) parts.push(`Tagged: ${spoken(tags.join(', '), LONGEST_COMMENT.column)}`);
  const examples = values !== null && values.length > 0 ? values : samples;
  if (examples.length > 0) {
    const labels = examples.slice(0, MOST_VALUES).map((value) => spoken(value, LONGEST_VALUE));
    parts.push(`Examples: [${labels.join(', ')}]`);
  }
  return `(${parts.join(', ')})`;
}

function bare(name: string, engine: Engine): string {
  if (/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) && isPlain(name) && name.length <= 256) return name;
  return withoutMarks(quoted(name, engine));
}

/** Puts a text into double quotes; double quotes within it become single ones. */
function spoken(text: string, most: number): string {
  return `"${withoutMarks(commentText(text, most)).replaceAll('"', "'")}"`;
}

function withoutMarks(text: string): string {
  return text.replaceAll('【', '[').replaceAll('】', ']');
}
