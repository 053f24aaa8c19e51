import { say } from '../../../shared/sentence.js';
import { functionNotAllowed } from '../function-not-allowed.js';
import type { Findings } from './findings.js';
import { FUNCTIONS } from './functions.js';
import { held, integerOf, listOf, ownName, stringOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

const MOST_REPEATED = 10_000;
const MOST_GENERATED = 1_000_000;
const MOST_MULTIPLIED = 1_000;

/** By the name of a function: the index of the argument that sets how long the result is. */
const SIZED = new Map([
  ['repeat', 1],
  ['lpad', 1],
  ['rpad', 1],
]);

/** Checks a call by name: the function must be on our list, and the size of its result must be foreseeable. */
export function checkFunction(call: TreeNode, at: number, findings: Findings): void {
  const name = ownName(call['funcname']);
  if (name === null || !FUNCTIONS.has(name)) {
    const schema = findings.names.schemaOfFunction(call['funcname']);
    if (schema !== null) {
      if (name !== null) findings.qualify(at, name, schema);
      return;
    }
    const written = textsOf(call['funcname']).join('.');
    findings.refuse('forbidden_function', at, functionNotAllowed(written, FUNCTIONS));
    return;
  }
  const args = listOf(call['args']);
  const sized = SIZED.get(name);
  if (sized !== undefined && !isAtMost(args[sized], MOST_REPEATED))
    findings.refuse(
      'forbidden_function',
      at,
      say('The function {name} is allowed with a length that is written down, {most} at most.', { name, most: MOST_REPEATED }),
    );
  if (name === 'array_fill' && !isSmallArray(args[1]))
    findings.refuse(
      'forbidden_function',
      at,
      say('The function {name} is allowed with ARRAY[…] of written lengths, {most} elements at most.', { name, most: MOST_REPEATED }),
    );
  if (name === 'format' && !isPlainFormat(args))
    findings.refuse('forbidden_function', at, 'The function format is allowed with a format that is written down and has no widths.');
  if (name === 'generate_series' && args.some((arg) => (integerOf(arg) ?? 0) > MOST_GENERATED))
    findings.refuse('forbidden_function', at, say('{name} takes numbers up to {most}. Use a smaller one.', { name, most: MOST_GENERATED }));
  // PostgreSQL works out what is written down while it plans. Of the rows, the time limit stops it.
  if (name === 'factorial' && (integerOf(args[0]) ?? 0) > MOST_MULTIPLIED)
    findings.refuse(
      'forbidden_function',
      at,
      say('{name} takes numbers up to {most}. Use a smaller one.', { name, most: MOST_MULTIPLIED }),
    );
  // A text would be read as XML, together with its declarations.
  if (name === 'xmlagg' && held(args[0], 'XmlExpr') === null && held(args[0], 'ColumnRef') === null)
    findings.refuse('forbidden_function', at, 'The function xmlagg takes only a column, XMLELEMENT or XMLFOREST.');
}

function isAtMost(arg: unknown, most: number): boolean {
  const size = integerOf(arg);
  return size !== null && size <= most;
}

function isSmallArray(lengths: unknown): boolean {
  const sizes = listOf(held(lengths, 'A_ArrayExpr')?.['elements']).map(integerOf);
  return sizes.length > 0 && sizes.reduce<number>((product, size) => product * Math.max(1, size ?? Infinity), 1) <= MOST_REPEATED;
}

/** Whether a format has no widths: a width makes the result as long as it says, even from a short value. */
function isPlainFormat(args: readonly unknown[]): boolean {
  const cast = held(args[0], 'TypeCast');
  const format = stringOf(cast === null ? args[0] : cast['arg']);
  return format !== null && !/%[^a-zA-Z%]*(?:\*|(?<!\d)\d+(?![\d$]))/.test(format);
}
