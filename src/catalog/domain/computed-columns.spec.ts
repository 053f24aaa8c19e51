import { describe, expect, it } from '@jest/globals';
import { readableColumns } from './computed-columns.js';
import type { Column } from '../../engines/catalog-reader/relation.js';

function column(name: string, facts: Partial<Column> = {}): Column {
  return {
    name,
    type: 'text',
    nullable: true,
    default: null,
    generated: null,
    identity: null,
    comment: null,
    readable: true,
    values: null,
    valuesCut: false,
    collation: null,
    options: [],
    ...facts,
  };
}

const computed = (name: string, expression: string | null, facts: Partial<Column> = {}): Column =>
  column(name, { generated: 'stored', default: expression, ...facts });

/** What a column of this expression is computed from, beside these. */
function sources(expression: string | null, names: readonly string[], facts: Partial<Column> = {}): readonly string[] {
  const all = readableColumns({ columns: [...names.map((name) => column(name)), computed('g', expression, facts)] });
  return all.find(({ name }) => name === 'g')?.computedFrom ?? [];
}

describe('what a computed column is computed from', () => {
  it.each<[string, string, string[], string[]]>([
    ['a call', 'lower(body)', ['body', 'low', 'bod'], ['body']],
    [
      'a document of words',
      `to_tsvector('english'::regconfig, ((title || ' '::text) || body))`,
      ['title', 'body', 'id'],
      ['title', 'body'],
    ],
    ['another case of letters', 'SALARY * 2', ['Salary', 'id'], ['Salary']],
    ['backticks', 'concat(`first name`,`id`)', ['first name', 'id', 'age'], ['first name', 'id']],
    ['quotes in a name', '"we""ird" + 1', ['we"ird', 'id'], ['we"ird']],
    ['no space before a quoted name', 'NOT"flag"', ['flag', 'id'], ['flag']],
    ['a comment with a quote', `/* it's */ salary`, ['salary', 'id'], ['salary']],
    ['another script', 'upper(имя)', ['имя', 'им'], ['имя']],
    ['nothing', `'fixed'::text`, ['id', 'text_of'], []],
  ])('is told by its expression: %s', (_, expression, names, expected) => {
    expect(sources(expression, names)).toEqual(expected);
  });

  it.each<[string, string | null]>([
    ['it is not known', null],
    ['it is kept in part', 'concat(a, ...'],
    ['it calls a function that a user has made', 'public.pay(id)'],
    ['it calls one with a quoted name', 'id || public."Pay"(id)'],
    ['it has an operator that a user has made', '(id OPERATOR(public.+) 1)'],
    ['it names a column by its place', '(id + #2)'],
    ['it names a column that the role does not see', '`id` + `unseen`'],
  ])('is every column where %s', (_, expression) => {
    expect(sources(expression, ['id', 'salary'])).toEqual(['id', 'salary']);
  });

  it('is every column whose name an engine may write in ways of its own', () => {
    expect(sources('id + 1', ['id', 'a\\b', 'salary'])).toEqual(['id', 'a\\b']);
  });

  it('is told through other computed columns, also through one that the role may not read', () => {
    const columns = [
      ...[column('id'), column('salary'), column('bonus'), computed('twice', 'salary * 2', { readable: false })],
      ...[computed('thrice', 'twice + salary'), computed('text', 'thrice || id')],
    ];
    const found = readableColumns({ columns });
    expect(found.map(({ name }) => name)).toEqual(['id', 'salary', 'bonus', 'thrice', 'text']);
    expect(found.map(({ computedFrom }) => [...computedFrom].sort())).toEqual([
      ...[[], [], [], ['salary', 'twice'], ['id', 'salary', 'thrice', 'twice']],
    ]);
  });

  it('is also what computes it in partitions and in tables that inherit', () => {
    expect(sources('id + 1', ['id', 'salary', 'bonus'], { otherExpressions: ['salary'] })).toEqual(['id', 'salary']);
    const plain = column('shown', { otherExpressions: ['lower(salary)'] });
    expect(readableColumns({ columns: [column('salary'), plain] })[1]?.computedFrom).toEqual(['salary']);
  });
});
