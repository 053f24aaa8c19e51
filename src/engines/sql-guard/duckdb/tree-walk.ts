import { say } from '../../../shared/sentence.js';
import type { Rule, Violation } from '../judgement.js';
import { functionNotAllowed } from '../function-not-allowed.js';
import { FORMATTING, FUNCTIONS, LENGTH_ARGUMENTS, TABLE_FUNCTIONS } from './duckdb-functions.js';
import { DIRECTIONS, NODES, PARTS, TABLE_PARTS } from './tree-shapes.js';

type Node = Readonly<Record<string, unknown>>;

/** A relation as it is named, and the byte at which its name begins. */
export interface WrittenRelation {
  readonly catalog: string;
  readonly schema: string;
  readonly name: string;
  readonly at: number;
  readonly hasAlias: boolean;
}

const FROM_LIST = { others: [...TABLE_FUNCTIONS].slice(0, -1).join(', '), last: [...TABLE_FUNCTIONS].at(-1) ?? '' };
const LONGEST_RESULT = 10_000;
const LISTED = 'PIVOT has to say which values become columns. List the values with IN.';

export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Looks at every node of a tree of the engine. A common table expression hides the table of the same name in all that follows its
 * definition. Inside its own query, the expression hides the table only if it is recursive: `WITH t AS (SELECT * FROM t)` reads the table.
 */
export class TreeWalk {
  readonly relations: WrittenRelation[] = [];
  readonly violations: Violation[] = [];
  private at: number | null = null;

  /**
   * @param placeOf turns the place of a byte into the index of its character
   * @param takesParameters those of masks; a person's statement has none
   */
  constructor(
    private readonly placeOf: (byte: number) => number,
    private readonly takesParameters = false,
  ) {}

  visit(value: unknown, scope: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const item of value) this.visit(item, scope);
    else if (typeof value === 'object' && value !== null) this.visitObject(value as Node, scope);
  }

  private visitObject(node: Node, scope: ReadonlySet<string>): void {
    const kind = kindOf(node);
    if (kind === null) return this.visitPart(node, scope);
    if (kind === 'PARAMETER' && this.takesParameters) return;
    const before = this.at;
    // A node without a place of its own gets the place of the node around it.
    if (typeof node.query_location === 'number' && node.query_location < 2 ** 32) this.at = node.query_location;
    const members = NODES.get(kind);
    if (members === undefined) this.refuse('forbidden_syntax', say('{name} is not allowed.', { name: named(kind) }));
    else if (Object.keys(node).some((key) => !members.has(key)))
      this.refuse('forbidden_syntax', say('The guard does not know a part of {name}. Write it in another way.', { name: named(kind) }));
    else this.visitKnown(kind, node, scope);
    this.at = before;
  }

  private visitPart(node: Node, scope: ReadonlySet<string>): void {
    // This is a constant of a PIVOT.
    if ('is_null' in node) return;
    if (Object.keys(node).some((key) => !PARTS.has(key)))
      return this.refuse('forbidden_syntax', 'The guard does not know a part of the statement. Write it in another way.');
    if (typeof node.pivot_enum === 'string' && node.pivot_enum !== '') this.refuse('forbidden_syntax', LISTED);
    this.visitMembers(node, scope);
  }

  private visitKnown(kind: string, node: Node, scope: ReadonlySet<string>): void {
    switch (kind) {
      case 'CONSTANT':
      case 'COLUMN_REF':
      case 'EMPTY':
        return;
      case 'CAST':
        this.judgeType(node.cast_type);
        return this.visit(node.child, scope);
      case 'FUNCTION':
      case 'WINDOW':
        this.judgeCall(node);
        break;
      case 'TABLE_FUNCTION':
        return this.visitTableFunction(node, scope);
      case 'BASE_TABLE':
        return this.takeRelation(node, scope);
      case 'SHOW_REF':
        if (node.query === null || node.table_name !== '' || !SHOWN.has(node.show_type))
          return this.refuse('forbidden_syntax', 'SHOW of the catalog is not allowed. Describe a table by its name.');
        break;
      case 'RECURSIVE_CTE_NODE':
        return this.visitRecursion(node, scope);
    }
    this.visitMembers(node, this.within(node, scope));
  }

  private visitMembers(node: Node, scope: ReadonlySet<string>): void {
    for (const [key, value] of Object.entries(node)) if (!APART.has(key)) this.visit(value, scope);
  }

  /** @returns the names that are hidden in the query, with those of its own common table expressions */
  private within(node: Node, scope: ReadonlySet<string>): ReadonlySet<string> {
    const entries = (node.cte_map as { readonly map?: readonly Node[] } | undefined)?.map ?? [];
    if (entries.length === 0) return scope;
    const inner = new Set(scope);
    for (const { key, value } of entries) {
      const table = value as Node;
      if (Object.keys(table).some((part) => !TABLE_PARTS.has(part)))
        this.refuse('forbidden_syntax', 'The guard does not know a part of WITH. Write it in another way.');
      this.visit(table.query, inner);
      this.visit(table.key_targets, inner);
      inner.add(lowerAscii(String(key)));
    }
    return inner;
  }

  private visitRecursion(node: Node, scope: ReadonlySet<string>): void {
    const outer = this.within(node, scope);
    this.visit(node.modifiers, outer);
    this.visit(node.key_targets, outer);
    this.visit(node.left, outer);
    const name = lowerAscii(String(node.cte_name));
    this.visit(node.right, new Set([...outer, name, `recurring.${name}`]));
  }

  private takeRelation(node: Node, scope: ReadonlySet<string>): void {
    const catalog = String(node.catalog_name);
    const schema = String(node.schema_name);
    const name = String(node.table_name);
    if (node.at_clause !== null) this.refuse('forbidden_syntax', 'AT is not allowed: this database keeps no versions.');
    const folded = lowerAscii(name);
    if (catalog === '' && schema === '' && scope.has(folded)) return;
    if (catalog === '' && lowerAscii(schema) === 'recurring' && scope.has(`recurring.${folded}`)) return;
    const hasAlias = typeof node.alias === 'string' && node.alias !== '';
    this.relations.push({ catalog, schema, name, at: this.at ?? 0, hasAlias });
  }

  private visitTableFunction(node: Node, scope: ReadonlySet<string>): void {
    const call = node.function as Node | null;
    const name = String(call?.function_name);
    if (call?.class !== 'FUNCTION' || !TABLE_FUNCTIONS.has(lowerAscii(name)))
      return this.refuse(
        'forbidden_function',
        say('The function {name} is not allowed in FROM. Use {others} or {last}.', { name: clipped(name), ...FROM_LIST }),
      );
    this.visit(call.children, scope);
  }

  /** A method that is called on a column appears in the tree as a function in a schema, so the name alone decides. */
  private judgeCall(node: Node): void {
    const name = lowerAscii(String(node.function_name));
    if (!FUNCTIONS.has(name)) this.refuse('forbidden_function', functionNotAllowed(String(node.function_name), FUNCTIONS));
    const length = LENGTH_ARGUMENTS.get(name);
    const given = node.children as readonly Node[];
    const isMethod = node.class === 'FUNCTION' && node.schema !== '';
    // With the schema `main` it may be a method or a call.
    const mayBeCall = !isMethod || (node.schema === 'main' && given.length > (length ?? 0));
    const deciding = length === undefined ? undefined : given[mayBeCall ? length : length - 1];
    if (deciding !== undefined && !isShort(deciding))
      this.refuse('forbidden_function', 'The length must be a literal number up to 10,000.');
    if (FORMATTING.has(name) && (isMethod || !isPlainFormat(given[0])))
      this.refuse('forbidden_function', 'The format must be a string with widths below 1,000.');
  }

  /** Types of the source hold data and run nothing. A cast to a type of the catalog would look up the object that the text names. */
  private judgeType(type: unknown): void {
    if (Array.isArray(type)) for (const part of type) this.judgeType(part);
    if (typeof type !== 'object' || type === null || Array.isArray(type)) return;
    const { name } = type as Node;
    if (typeof name === 'string' && /^reg/i.test(name)) this.refuse('forbidden_type', 'A cast to this type is not allowed.');
    for (const part of Object.values(type)) this.judgeType(part);
  }

  private refuse(rule: Rule, message: Violation['message']): void {
    this.violations.push({ rule, position: this.at === null ? null : this.placeOf(this.at), message });
  }
}

const SHOWN: ReadonlySet<unknown> = new Set(['SUMMARY', 'DESCRIBE']);
/** Members that are judged elsewhere, or that hold only constants. */
const APART: ReadonlySet<string> = new Set(['cte_map', 'sample', 'named_param_map']);

function kindOf({ class: expression, type }: Node): string | null {
  if (typeof expression === 'string') return expression;
  if (typeof type !== 'string' || DIRECTIONS.has(type)) return null;
  return type === 'SUBQUERY' ? 'SUBQUERY_REF' : type;
}

function named(kind: string): string {
  return kind === 'PARAMETER' ? 'A parameter' : `The part ${clipped(kind)}`;
}

function clipped(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}...` : name;
}

function isShort(argument: Node | undefined): boolean {
  const number = constantOf(argument);
  return typeof number === 'number' && number >= 0 && number <= LONGEST_RESULT;
}

function isPlainFormat(argument: Node | undefined): boolean {
  const format = constantOf(argument);
  return typeof format === 'string' && !/\*|[0-9]{4}|\{[^{}]*\{/.test(format);
}

function constantOf(argument: Node | undefined): unknown {
  return argument?.class === 'CONSTANT' ? (argument.value as Node).value : undefined;
}
