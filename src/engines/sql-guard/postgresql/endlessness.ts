import { say } from '../../../shared/sentence.js';
import { columnsIn, conditionsOf, mentions, namesColumn } from './column-refs.js';
import type { Findings } from './findings.js';
import { AGGREGATE_FUNCTIONS } from './functions.js';
import { held, integerOf, isNode, listOf, ownName, textOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';
import { type Scope, inScope } from './scope.js';

/** This many relations may be in a FROM without a tie to another one. Only the planner can tell what more would cost. */
const MOST_UNTIED = 1;
const FEW_ROWS = 1_000;
/** A recursion that meets a row again only after more of them needs a condition. */
const MOST_ROWS = 1_000_000;
/** With more relations both the planner and the search for ties would take long. */
const MOST_RELATIONS = 100;

/** The relations of one FROM as a forest. A tree holds relations that conditions tie together. */
class Ties {
  private readonly parents: number[] = [];
  private readonly many: boolean[] = [];
  private readonly byAlias = new Map<string, number>();
  /** Ties that name no relation, so that only PostgreSQL knows what they tie. */
  loose = 0;

  add(alias: string, isMany: boolean): number {
    const index = this.parents.push(this.parents.length) - 1;
    this.many.push(isMany);
    this.byAlias.set(alias, index);
    return index;
  }

  join(one: number, other: number): void {
    this.parents[this.rootOf(one)] = this.rootOf(other);
  }

  /** Counts a condition: it ties the relations of the columns that it names. If it may be constant, it ties none. */
  hold(condition: unknown): void {
    const columns = columnsIn(condition);
    const named = columns.flatMap((column) => this.byAlias.get(column.at(-2) ?? '') ?? []);
    for (const index of named) this.join(named[0] ?? index, index);
    if (columns.length > 1 && columns.some((column) => column.length === 1)) this.loose += 1;
  }

  /** Whether there are so few relations that they need no ties, so that we need not look for any. */
  get areFew(): boolean {
    return this.many.filter(Boolean).length <= MOST_UNTIED;
  }

  get untied(): number {
    const roots = new Set<number>();
    this.many.forEach((isMany, index) => isMany && roots.add(this.rootOf(index)));
    return roots.size - this.loose;
  }

  private rootOf(index: number): number {
    let at = index;
    for (let up = this.parents[at] ?? at; up !== at; up = this.parents[at] ?? at) at = up;
    return at;
  }
}

/** Finds products of large tables, which practically never end. It does not find all of them: the limits at run time do the rest. */
export function checkJoins(select: TreeNode, scope: Scope | null, at: number, findings: Findings): void {
  const from = listOf(select['fromClause']);
  if (from.length === 0) return;
  const ties = new Ties();
  const conditions: unknown[] = [];
  const leaves: number[] = [];
  const left = [...from].reverse();
  while (left.length > 0) {
    const item = left.pop();
    const join = held(item, 'JoinExpr');
    if (join === null) {
      if (leaves.length === MOST_RELATIONS)
        return findings.refuse(
          'forbidden_syntax',
          at,
          say('One FROM may name at most {most} relations. Put some of them into a subquery.', { most: MOST_RELATIONS }),
        );
      leaves.push(addLeaf(ties, item, scope, leaves.at(-1)));
      continue;
    }
    if (join['isNatural'] === true || listOf(join['usingClause']).length > 0) ties.loose += 1;
    conditions.push(...conditionsOf(join['quals']));
    left.push(join['rarg'], join['larg']);
  }
  if (ties.areFew) return;
  for (const condition of [...conditions, ...conditionsOf(select['whereClause'])]) ties.hold(condition);
  if (ties.untied > MOST_UNTIED) findings.isProduct = true;
}

/** @param before the relation to its left; a lateral item depends on it */
function addLeaf(ties: Ties, item: unknown, scope: Scope | null, before: number | undefined): number {
  const sampled = held(held(item, 'RangeTableSample')?.['relation'], 'RangeVar');
  const table = held(item, 'RangeVar') ?? sampled;
  if (table !== null) {
    const name = textOf(table['relname']);
    const query = table['schemaname'] === undefined ? inScope(scope, name) : null;
    return ties.add(aliasOf(table) || name, query === null || !answersFew(query));
  }
  const subquery = held(item, 'RangeSubselect');
  const inner = held(subquery?.['subquery'], 'SelectStmt');
  const called = held(item, 'RangeFunction');
  const range = subquery ?? called ?? {};
  const isMany = inner === null ? !isShortList(called) : !answersFew(inner);
  const index = ties.add(aliasOf(range), isMany);
  const depends = called === null ? range['lateral'] === true && namesColumn(inner) : namesColumn(called);
  if (depends && before !== undefined) ties.join(before, index);
  return index;
}

function aliasOf(range: TreeNode): string {
  return isNode(range['alias']) ? textOf(range['alias']['aliasname']) : '';
}

function answersFew(select: TreeNode): boolean {
  const { valuesLists, fromClause, groupClause, limitCount, targetList, op } = select;
  const limit = integerOf(limitCount);
  if (limit !== null) return limit <= FEW_ROWS;
  if (op !== 'SETOP_NONE') return false;
  if (listOf(valuesLists).length > 0 || listOf(fromClause).length === 0) return !callsRows(select);
  if (listOf(groupClause).length > 0) return false;
  const first = held(held(listOf(targetList)[0], 'ResTarget')?.['val'], 'FuncCall');
  return first !== null && first['over'] === undefined && AGGREGATE_FUNCTIONS.has(ownName(first['funcname']) ?? '');
}

/** Whether it calls any function: a function that returns several rows may be called at the place of a value. */
function callsRows(select: TreeNode): boolean {
  return JSON.stringify(select).includes('"FuncCall"');
}

/** Whether it is a list that is written down, or a series of a few numbers. */
function isShortList(called: TreeNode | null): boolean {
  const calls = listOf(called?.['functions']).map((item) => held(listOf(held(item, 'List')?.['items'])[0], 'FuncCall'));
  return calls.every((call) => {
    if (call === null) return false;
    const args = listOf(call['args']);
    if (ownName(call['funcname']) === 'unnest') return args.every((arg) => held(arg, 'A_ArrayExpr') !== null);
    const [from, to] = args.map(integerOf);
    return ownName(call['funcname']) === 'generate_series' && to !== null && to !== undefined && to - (from ?? 0) <= FEW_ROWS;
  });
}

/** Requires a condition in a recursion that takes every row again: without one it never stops. */
export function checkRecursion(expression: TreeNode, findings: Findings): void {
  const query = held(expression['ctequery'], 'SelectStmt');
  const again = query?.['op'] === 'SETOP_UNION' ? query['rarg'] : undefined;
  if (!isNode(again) || !mentions(again, textOf(expression['ctename']))) return;
  const joins = listOf(again['fromClause'])
    .map((item) => held(item, 'JoinExpr'))
    .filter((join) => join !== null);
  const isBound =
    isFinite(query ?? {}, again, expression) ||
    namesColumn(again['whereClause']) ||
    joins.some((join) => namesColumn(join['quals']) || listOf(join['usingClause']).length > 0);
  const at = typeof expression['location'] === 'number' ? expression['location'] : 0;
  if (!isBound)
    findings.refuse('forbidden_syntax', at, 'Nothing ends the recursion: give its second part a condition, such as WHERE n < 100.');
}

/**
 * With UNION or CYCLE a recursion ends when it meets a row again. That is certain only if it reads plain relations (a subquery, a WITH or a
 * function may compute new values) and computes only values of a small set.
 */
function isFinite(query: TreeNode, again: TreeNode, { cycle_clause: cycle }: TreeNode): boolean {
  if ((query['all'] === true && cycle === undefined) || !listOf(again['fromClause']).every(isOfRelations)) return false;
  if (again['withClause'] !== undefined) return false;
  if (again['op'] !== 'SETOP_NONE') return false;
  const values = listOf(again['targetList']).map((target) => valuesOfTarget(held(target, 'ResTarget')?.['val']));
  return values.reduce((product, one) => product * one, 1) <= MOST_ROWS;
}

function isOfRelations(item: unknown): boolean {
  const { larg, rarg } = held(item, 'JoinExpr') ?? {};
  return held(item, 'RangeVar') !== null || (larg !== undefined && isOfRelations(larg) && isOfRelations(rarg));
}

/** How many values a column of the new rows may have; one of the rows before repeats a value that is there. */
function valuesOfTarget(value: unknown): number {
  return held(value, 'ColumnRef') === null ? valuesOf(value, Infinity) : 1;
}

/** Only of remainders, and of sums and constants, which add no decimal places. @param ofColumn how many values a column counts for */
function valuesOf(value: unknown, ofColumn: number): number {
  if (held(value, 'A_Const') !== null) return integerOf(value) === null ? Infinity : 1;
  if (held(value, 'ColumnRef') !== null) return ofColumn;
  const { kind, name, lexpr, rexpr } = held(value, 'A_Expr') ?? {};
  const operator = kind === 'AEXPR_OP' ? ownName(name) : null;
  if (lexpr === undefined || operator === null || !['+', '-', '%'].includes(operator)) return Infinity;
  if (operator !== '%') return valuesOf(lexpr, ofColumn) * valuesOf(rexpr, ofColumn);
  const divisor = integerOf(rexpr);
  return divisor === null || valuesOf(lexpr, 1) === Infinity ? Infinity : Math.max(1, 2 * Math.abs(divisor) - 1);
}
