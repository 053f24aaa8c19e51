import { type Sentence, say } from '../../../shared/sentence.js';
import { checkJoins, checkRecursion } from './endlessness.js';
import type { Findings } from './findings.js';
import { FunctionAliases } from './function-aliases.js';
import { held, isNode, listOf, textOf } from './names.js';
import { CHECKS } from './node-checks.js';
import { fieldsOf } from './node-fields.js';
import type { TreeNode } from './pg-grammar.js';
import type { Scope } from './scope.js';

interface Step {
  readonly type: string;
  readonly node: TreeNode;
  readonly scope: Scope | null;
  /** The place of the node, or of the nearest node around it that has one. */
  readonly at: number;
  readonly depth: number;
  /** How many queries are around the node. */
  readonly queries: number;
}

/** Far deeper than people write, and not too deep for the stack of any server. */
const DEEPEST = 1_000;
/** Each query searches the queries within it for ties of its relations. Without a bound the time would grow with the square. */
const MOST_QUERIES_DEEP = 20;
const ENCLOSING = new Set(['SubLink', 'RangeSubselect', 'CommonTableExpr']);

const SAID: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['intoClause', 'SELECT INTO makes a table. Leave INTO out.'],
  ['lockingClause', 'FOR UPDATE and FOR SHARE lock rows. Leave them out.'],
  ['catalogname', 'Name a relation by its schema and its name.'],
  ['ParamRef', 'Parameters are not allowed: write the value into the statement.'],
  ['InsertStmt', 'INSERT writes. Only queries that read may run.'],
  ['UpdateStmt', 'UPDATE writes. Only queries that read may run.'],
  ['DeleteStmt', 'DELETE writes. Only queries that read may run.'],
  ['MergeStmt', 'MERGE writes. Only queries that read may run.'],
  ['XmlExpr', 'Only XMLELEMENT, XMLFOREST and XMLAGG are allowed of the XML functions.'],
  ['XmlSerialize', 'XMLSERIALIZE is not allowed. Select the XML itself.'],
  ['RangeTableFunc', 'XMLTABLE is not allowed.'],
  ['SetToDefault', 'DEFAULT is not allowed: write the value.'],
  ['CurrentOfExpr', 'WHERE CURRENT OF needs a cursor, which is not allowed.'],
  ['SQLValueFunction', 'Of the CURRENT_… values only dates and times are allowed.'],
]);

/** Looks at every node of a query. It keeps its own stack, because the author of a statement chooses how deep it nests. */
export class TreeWalk {
  private readonly steps: Step[] = [];
  private readonly aliases = new FunctionAliases();
  private depth = 0;
  private queries = 0;

  constructor(private readonly findings: Findings) {}

  walk(query: TreeNode): void {
    this.steps.push({ type: 'SelectStmt', node: query, scope: null, at: 0, depth: 0, queries: 0 });
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) this.look(step);
    this.aliases.check(this.findings);
  }

  private look(step: Step): void {
    const { type, node, scope: around, at: before } = step;
    const fields = fieldsOf(type);
    const own = node['location'];
    const at = typeof own === 'number' && own >= 0 ? own : before;
    if (fields === undefined)
      return this.findings.refuse('forbidden_syntax', at, SAID.get(type) ?? say('{name} is not allowed.', { name: type }));
    this.depth = step.depth + 1;
    this.queries = step.queries + (ENCLOSING.has(type) ? 1 : 0);
    if (this.queries > MOST_QUERIES_DEEP)
      return this.findings.refuse(
        'forbidden_syntax',
        at,
        say('Queries may be nested {most} deep. Put some of them side by side into WITH.', { most: MOST_QUERIES_DEEP }),
      );
    if (this.depth > DEEPEST) return this.findings.refuse('forbidden_syntax', at, 'The statement is nested too deeply. Simplify it.');
    const scope = type === 'SelectStmt' ? this.enterWith(node, around, at) : around;
    CHECKS.get(type)?.(node, at, this.findings, scope);
    if (type === 'RangeFunction') this.aliases.declare(node, placeOf(node, at), this.findings);
    if (type === 'ColumnRef') this.aliases.use(node, at, this.findings);
    if (type === 'SelectStmt') checkJoins(node, scope, at, this.findings);
    for (const [name, value] of Object.entries(node)) {
      const field = fields.get(name);
      if (field === undefined) {
        this.findings.refuse('forbidden_syntax', at, SAID.get(name) ?? say('{name} is not allowed.', { name: `${type} with ${name}` }));
      } else if (field.kind === 'word') {
        if (!field.words.has(textOf(value)))
          this.findings.refuse('forbidden_syntax', at, SAID.get(type) ?? say('{name} is not allowed.', { name: textOf(value) }));
      } else if (field.kind === 'of') {
        // The common table expressions are in the queue already, each with its own scope.
        if (field.type !== 'WithClause') this.queue(field.type, value, scope, at);
      } else if (field.kind !== 'plain') {
        for (const item of field.kind === 'node' ? [value] : listOf(value)) this.queueNamed(item, scope, at);
      }
    }
  }

  private queue(type: string, node: unknown, scope: Scope | null, at: number): void {
    if (isNode(node)) this.steps.push({ type, node, scope, at, depth: this.depth, queries: this.queries });
    else this.findings.refuse('forbidden_syntax', at, say('{name} is not understood.', { name: type }));
  }

  private queueNamed(item: unknown, scope: Scope | null, at: number): void {
    for (const [type, node] of Object.entries(isNode(item) ? item : { unknown: item })) this.queue(type, node, scope, at);
  }

  /**
   * A name that WITH gives means its expression in the main statement and in the later expressions of the WITH. In its own
   * expression and in earlier ones it means a table, unless the WITH is recursive.
   */
  private enterWith(select: TreeNode, around: Scope | null, at: number): Scope | null {
    const clause = select['withClause'];
    if (!isNode(clause)) return around;
    const items = listOf(clause['ctes']);
    const expressions = items.map((item) => held(item, 'CommonTableExpr') ?? {});
    const isRecursive = clause['recursive'] === true;
    const scopes: (Scope | null)[] = [around];
    for (const expression of expressions)
      scopes.push({
        name: textOf(expression['ctename']),
        query: held(expression['ctequery'], 'SelectStmt') ?? {},
        outer: scopes.at(-1) ?? null,
      });
    const all = scopes.at(-1) ?? null;
    const alone: TreeNode = { ...clause, ctes: [] };
    this.queue('WithClause', alone, all, at);
    items.forEach((item, index) => this.queueNamed(item, isRecursive ? all : (scopes[index] ?? null), at));
    if (isRecursive) for (const expression of expressions) checkRecursion(expression, this.findings);
    return all;
  }
}

/** Takes the place from the function that is called, because a function in FROM has no place of its own. */
function placeOf(range: TreeNode, otherwise: number): number {
  const first = held(listOf(range['functions'])[0], 'List');
  const place = held(listOf(first?.['items'])[0], 'FuncCall')?.['location'];
  return typeof place === 'number' ? place : otherwise;
}
