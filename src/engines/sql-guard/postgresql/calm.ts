import { AGGREGATE_FUNCTIONS } from './functions.js';
import { held, listOf, ownName, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const CALM_KINDS: ReadonlySet<unknown> = new Set([
  'AEXPR_IN',
  'AEXPR_BETWEEN',
  'AEXPR_NOT_BETWEEN',
  'AEXPR_BETWEEN_SYM',
  'AEXPR_NOT_BETWEEN_SYM',
  'AEXPR_DISTINCT',
  'AEXPR_NOT_DISTINCT',
  'AEXPR_NULLIF',
]);
const COMPARING_KINDS: ReadonlySet<unknown> = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL']);
const PATTERN_KINDS: ReadonlySet<unknown> = new Set(['AEXPR_LIKE', 'AEXPR_ILIKE']);
/** Functions of one text each. */
const CALM_FUNCTIONS: ReadonlySet<string> = new Set('lower upper btrim ltrim rtrim length char_length character_length'.split(' '));
const CALM_NODES: ReadonlySet<string> = new Set([
  'ColumnRef',
  'A_Const',
  'BoolExpr',
  'NullTest',
  'BooleanTest',
  'CaseExpr',
  'CaseWhen',
  'CoalesceExpr',
  'MinMaxExpr',
  'List',
]);

/**
 * Whether a node can neither fail nor reveal its values, whatever it is given. PostgreSQL may work out
 * such a condition before that of a policy, for rows that the policy hides, and nothing shows it.
 */
export function isCalm(type: string, node: TreeNode): boolean {
  if (CALM_NODES.has(type)) return true;
  if (type === 'A_Expr') return isCalmOperator(node);
  if (type === 'SubLink') {
    const { subLinkType, operName } = node;
    return subLinkType === 'EXISTS_SUBLINK' || (subLinkType === 'ANY_SUBLINK' && operName === undefined);
  }
  if (type !== 'FuncCall') return false;
  return CALM_FUNCTIONS.has(ownName(node['funcname']) ?? '') && listOf(node['args']).length === 1;
}

function isCalmOperator({ kind, name }: TreeNode): boolean {
  if (CALM_KINDS.has(kind) || PATTERN_KINDS.has(kind)) return true;
  const [symbol, another] = textsOf(name);
  return COMPARING_KINDS.has(kind) && another === undefined && COMPARISONS.has(symbol ?? '');
}

/** It is worked out above the rows that its query has filtered, and no condition from outside gets below it. */
export function isAboveFilter(type: string, node: TreeNode): boolean {
  if (type !== 'FuncCall') return type === 'JsonObjectAgg' || type === 'JsonArrayAgg';
  return node['over'] !== undefined || AGGREGATE_FUNCTIONS.has(ownName(node['funcname']) ?? '');
}

const LIKE: ReadonlySet<string> = new Set(['~~', '!~~', '~~*', '!~~*']);
const REGULAR: ReadonlySet<string> = new Set(['~', '!~', '~*', '!~*']);

/**
 * The planner tries a constant pattern on the most common values of all rows, which no fence prevents, and LIKE fails if a value matches up
 * to a final backslash: so hidden values could be spelled out. A regular expression with a reference to its own groups takes as long as a
 * value wants.
 * @returns whether the pattern, as it is written, can do neither
 */
export function isPlainPattern(type: string, node: TreeNode): boolean {
  const names = textsOf(type === 'SubLink' ? node['operName'] : node['name']);
  const symbol = names.at(-1) ?? '';
  if (!LIKE.has(symbol) && !REGULAR.has(symbol)) return true;
  if (type === 'SubLink') return false;
  const { kind, rexpr } = node;
  if (kind === 'AEXPR_SIMILAR') return argumentsOf(rexpr, 'similar_to_escape').every((arg) => literalOf(arg) !== null);
  const array = held(held(rexpr, 'TypeCast')?.['arg'] ?? rexpr, 'A_ArrayExpr');
  const isList = kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL';
  const patterns = isList ? (array === null ? [undefined] : listOf(array['elements'])) : [rexpr];
  return patterns.every((pattern) => (LIKE.has(symbol) ? isWhole(pattern) : hasNoReference(pattern)));
}

function isWhole(pattern: unknown): boolean {
  const escaped = held(pattern, 'FuncCall') === null ? null : argumentsOf(pattern, 'like_escape').map(literalOf);
  const [text, escape] = escaped ?? [literalOf(pattern), '\\'];
  if (text === null || text === undefined || escape === null || escape === undefined) return false;
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at += 1) {
    if (characters[at] !== escape) continue;
    at += 1;
    if (at === characters.length) return false;
  }
  return true;
}

function hasNoReference(pattern: unknown): boolean {
  const text = literalOf(pattern);
  return text !== null && !/\\[1-9]/.test(text);
}

function argumentsOf(call: unknown, name: string): readonly unknown[] {
  const node = held(call, 'FuncCall');
  // `undefined` is not a literal.
  return node !== null && ownName(node['funcname']) === name ? listOf(node['args']) : [undefined];
}

/** One written text, maybe called `text`; NULL counts as empty. */
function literalOf(value: unknown): string | null {
  const cast = held(value, 'TypeCast');
  if (cast !== null) {
    const type = cast['typeName'];
    const { names, typmods } = (typeof type === 'object' ? (type ?? {}) : {}) as TreeNode;
    return ownName(names) === 'text' && typmods === undefined ? literalOf(cast['arg']) : null;
  }
  const constant = held(value, 'A_Const');
  if (constant === null) return null;
  if (constant['isnull'] === true) return '';
  const text = constant['sval'];
  if (typeof text !== 'object' || text === null) return null;
  const { sval } = text as TreeNode;
  return typeof sval === 'string' ? sval : '';
}
