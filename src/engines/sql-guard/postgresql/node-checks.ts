import { say } from '../../../shared/sentence.js';
import { quoted } from '../judgement.js';
import type { Findings } from './findings.js';
import { checkFunction } from './function-check.js';
import { FUNCTION_COLUMNS, TYPES } from './functions.js';
import { held, integerOf, listOf, ownName, textOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';
import { type Scope, inScope } from './scope.js';

const MOST_LENGTH = 10_000;
/** Columns of every table that discovery does not name. They tell who wrote and deleted rows when, and how they are stored. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']);
const SAMPLING = new Set(['bernoulli', 'system']);

type Check = (node: TreeNode, at: number, findings: Findings, scope: Scope | null) => void;

/** Checks of what the fields of a node alone do not show. */
export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['FuncCall', checkFunction],
  ['RangeVar', checkRelation],
  ['TypeName', checkType],
  ['A_Indirection', checkFields],
  ['ColumnRef', ({ fields }, at, findings) => checkColumn(textsOf(fields).at(-1), at, findings)],
  ['A_Expr', checkExpression],
  ['SubLink', ({ operName }, at, findings) => operName !== undefined && checkOperator(operName, at, findings)],
  ['SortBy', ({ useOp }, at, findings) => useOp !== undefined && checkOperator(useOp, at, findings)],
  ['CollateClause', ({ collname }, at, findings) => checkOperator(collname, at, findings)],
  ['RangeTableSample', checkSample],
]);

function checkRelation(node: TreeNode, at: number, findings: Findings, scope: Scope | null): void {
  const name = textOf(node['relname']);
  const schema = typeof node['schemaname'] === 'string' ? node['schemaname'] : null;
  if (schema === null && inScope(scope, name) !== null) return;
  findings.uses(schema, name, at);
}

function checkType(node: TreeNode, at: number, findings: Findings): void {
  const name = ownName(node['names']);
  if (name === null || !TYPES.has(name)) {
    const schema = findings.names.schemaOfType(node['names']);
    if (schema !== null && name !== null) findings.qualify(at, name, schema);
    if (schema !== null) return;
    const written = textsOf(node['names']).join('.');
    findings.refuse('forbidden_type', at, say('The type {name} is not allowed.', { name: written.slice(0, 130) }));
  }
  // The qualifier of an interval is not a length.
  const lengths = name === 'interval' ? [] : listOf(node['typmods']);
  if (lengths.some((length) => (integerOf(length) ?? Infinity) > MOST_LENGTH))
    findings.refuse('forbidden_type', at, say('A type is allowed with a length up to {most}.', { most: MOST_LENGTH }));
}

/** By its name alone: a name that the statement gives to a result does not say which of the two another place means. */
function checkColumn(name: string | null | undefined, at: number, findings: Findings): void {
  if (typeof name === 'string' && SYSTEM_COLUMNS.has(name))
    findings.refuse(
      'forbidden_syntax',
      at,
      say('{name} is a system column of {engine}. Use a column of the relation, or give your result another name.', {
        name,
        engine: 'PostgreSQL',
      }),
    );
}

/** PostgreSQL reads `(x).f` as `f(x)` unless x is a row with a column f, and only PostgreSQL knows what x is. */
function checkFields(node: TreeNode, at: number, findings: Findings): void {
  for (const part of listOf(node['indirection'])) {
    const name = held(part, 'String')?.['sval'];
    // For a whole row, it is the column.
    if (name !== undefined) checkColumn(textOf(name), at, findings);
    if (name !== undefined && !FUNCTION_COLUMNS.has(textOf(name)) && !findings.names.isField(textOf(name)))
      findings.refuse(
        'forbidden_syntax',
        at,
        say('{name} may call a function; name the column by its table.', { name: `(…).${textOf(name).slice(0, 65)}` }),
      );
  }
}

/** Writes an operator of an extension with its schema, because only PostgreSQL's own are on the search path. */
function checkExpression(node: TreeNode, at: number, findings: Findings): void {
  const { kind, name, location } = node;
  const schema = findings.names.schemaOfOperator(node);
  if (schema === null) return checkOperator(name, at, findings);
  const [symbol, another] = textsOf(name);
  const isSymbol = kind === 'AEXPR_OP' || kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL';
  if (!isSymbol || typeof symbol !== 'string' || another !== undefined || typeof location !== 'number') return;
  findings.replaceSymbol(location, symbol, `OPERATOR(${quoted(schema, '"')}.${symbol})`);
}

function checkOperator(name: unknown, at: number, findings: Findings): void {
  if (ownName(name) !== null) return;
  const written = textsOf(name).join('.');
  findings.refuse(
    'forbidden_syntax',
    at,
    say('{name} is not an operator of PostgreSQL itself. Use a built-in one.', { name: written.slice(0, 130) }),
  );
}

function checkSample(node: TreeNode, at: number, findings: Findings): void {
  if (!SAMPLING.has(ownName(node['method']) ?? ''))
    findings.refuse('forbidden_syntax', at, 'A table may be sampled by BERNOULLI or SYSTEM.');
}
