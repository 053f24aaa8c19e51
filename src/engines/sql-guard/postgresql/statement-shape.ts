import type { Findings } from './findings.js';
import { declaredIn, namesColumn } from './column-refs.js';
import { isAboveFilter, isCalm, isPlainPattern } from './calm.js';
import { held, isNode, listOf, textOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

/** Parts of a SELECT in which it works with the rows that its conditions have left. */
const AFTER_FILTER: ReadonlySet<string> = new Set(['targetList', 'groupClause', 'sortClause', 'distinctClause', 'windowClause']);
const NOWHERE: ReadonlySet<string> = new Set(['fromClause', 'withClause', 'larg', 'rarg']);

export interface PlacedNode {
  readonly node: TreeNode;
  /** In bytes. */
  readonly at: number;
}

interface Step {
  readonly value: unknown;
  /** Whether this may be worked out for rows that a policy hides. */
  readonly isEarly: boolean;
  readonly isOutermost: boolean;
  readonly sample: TreeNode | null;
}

/** What must be known of a statement to replace its relations by other tables. */
export class StatementShape {
  readonly tables: (PlacedNode & { readonly sample: TreeNode | null })[] = [];
  /** Columns that are written with a schema. */
  readonly longColumns: (PlacedNode & { readonly fields: readonly (string | null)[] })[] = [];
  /** Relations without an alias, by the FROM in which they stand together. */
  readonly fromLists: (readonly TreeNode[])[] = [];
  readonly declared: ReadonlySet<string>;
  /** A condition, or what may become one, can fail or tell rows apart that a policy hides. */
  isRisky = false;
  private readonly steps: Step[] = [];

  /** @param mistrusted columns whose comparison with another column may convert values, and fail */
  constructor(
    query: TreeNode,
    private readonly hidesRows: boolean,
    private readonly mistrusted: ReadonlySet<string>,
    private readonly findings: Findings,
  ) {
    this.declared = declaredIn(query);
    this.push({ SelectStmt: query }, false, true);
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) this.look(step);
  }

  private push(value: unknown, isEarly: boolean, isOutermost = false, sample: TreeNode | null = null): void {
    this.steps.push({ value, isEarly, isOutermost, sample });
  }

  private look({ value, isEarly, isOutermost, sample }: Step): void {
    if (Array.isArray(value)) for (const item of value as unknown[]) this.push(item, isEarly, isOutermost, sample);
    else if (isNode(value))
      for (const [type, node] of Object.entries(value))
        if (!isNode(node)) this.push(node, isEarly);
        else if (/^[A-Z]/.test(type)) this.lookAt(type, node, isEarly, isOutermost, sample);
        else this.push(node, isEarly);
  }

  private lookAt(type: string, node: TreeNode, isEarly: boolean, isOutermost: boolean, sample: TreeNode | null): void {
    if (type === 'SelectStmt') return this.select(node, isOutermost);
    if (type === 'JoinExpr') {
      this.push(node['larg'], false);
      this.push(node['rarg'], false);
      return this.push(node['quals'], true);
    }
    if (type === 'RangeTableSample') {
      if (listOf(node['args']).some(namesColumn) || namesColumn(node['repeatable'])) this.isRisky = true;
      return this.push(node['relation'], false, false, node);
    }
    if (type === 'RangeVar') return void this.tables.push({ node, at: placeOf(node), sample });
    if (type === 'RangeSubselect') return this.push(node['subquery'], false);
    if (type === 'RangeFunction' || type === 'JsonTable') this.isRisky ||= namesColumn(node);
    if (type === 'ColumnRef') this.column(node);
    if (isEarly) this.early(type, node);
    const goesOn = isEarly && !isAboveFilter(type, node);
    // Statements in SubLink and CommonTableExpr are named by a field.
    for (const part of Object.values(node)) this.push(part, goesOn);
  }

  private select(node: TreeNode, isOutermost: boolean): void {
    const isAlone = isOutermost && node['op'] === 'SETOP_NONE';
    for (const [field, part] of Object.entries(node)) {
      if (field === 'larg' || field === 'rarg') this.push({ SelectStmt: part }, false);
      else if (field === 'withClause') this.push(listOf(isNode(part) ? part['ctes'] : []), false);
      else if (!NOWHERE.has(field)) this.push(part, !(isAlone && AFTER_FILTER.has(field)));
    }
    this.push(node['fromClause'], false);
    const unaliased: TreeNode[] = [];
    const left = [...listOf(node['fromClause'])];
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      const join = held(item, 'JoinExpr');
      if (join !== null && join['alias'] === undefined) left.push(join['larg'], join['rarg']);
      const table = held(held(item, 'RangeTableSample')?.['relation'] ?? item, 'RangeVar');
      if (table !== null && table['alias'] === undefined) unaliased.push(table);
    }
    this.fromLists.push(unaliased);
  }

  private column(node: TreeNode): void {
    const fields = textsOf(node['fields']);
    if (fields.length > 2) this.longColumns.push({ node, at: placeOf(node), fields });
  }

  private early(type: string, node: TreeNode): void {
    if (this.hidesRows && (type === 'A_Expr' || type === 'SubLink') && !isPlainPattern(type, node))
      this.findings.refuse(
        'restricted_relation',
        placeOf(node),
        'Policies restrict rows here: write the pattern as one text literal, which does not end in its escape character and does not refer to its own groups.',
      );
    if (this.isRisky) return;
    const dependsOnRows = namesColumn(node) || type === 'SubLink';
    if (dependsOnRows && !isCalm(type, node) && !isAboveFilter(type, node) && EXPRESSIONS.test(type)) this.isRisky = true;
    if (type === 'A_Expr' && namesColumn(node['lexpr']) && namesColumn(node['rexpr']))
      this.isRisky ||= [node['lexpr'], node['rexpr']].some((side) => this.mistrusted.has(lastOf(side)));
  }
}

/** Nodes that are not expressions themselves; each of their parts is examined. */
const EXPRESSIONS = /^(?!ResTarget$|SortBy$|GroupingSet$|WindowDef$|String$|A_Star$|Integer$|TypeName$)/;

function lastOf(side: unknown): string {
  return textsOf(held(side, 'ColumnRef')?.['fields']).at(-1) ?? '';
}

function placeOf(node: TreeNode): number {
  return typeof node['location'] === 'number' ? node['location'] : 0;
}

export function aliasOf(node: TreeNode): string | null {
  return isNode(node['alias']) ? textOf(node['alias']['aliasname']) : null;
}
