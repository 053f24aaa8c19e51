/**
 * What a field of a node may hold: a plain value (`plain`), one word of a list, a node that names its type (`node`), a list of
 * such nodes (`nodes`), or a node of a known type that does not name its type.
 */
export type Field =
  | { readonly kind: 'plain' | 'node' | 'nodes' }
  | { readonly kind: 'word'; readonly words: ReadonlySet<string> }
  | { readonly kind: 'of'; readonly type: string };

const plain: Field = { kind: 'plain' };
const node: Field = { kind: 'node' };
const nodes: Field = { kind: 'nodes' };
const of = (type: string): Field => ({ kind: 'of', type });
const word = (...words: string[]): Field => ({ kind: 'word', words: new Set(words) });

/** The nodes of a query that only reads, each with all the fields it may have: any other field is refused with its node. */
const NODES: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  SelectStmt: {
    distinctClause: nodes,
    targetList: nodes,
    fromClause: nodes,
    whereClause: node,
    groupClause: nodes,
    groupDistinct: plain,
    havingClause: node,
    windowClause: nodes,
    valuesLists: nodes,
    sortClause: nodes,
    limitOffset: node,
    limitCount: node,
    limitOption: plain,
    withClause: of('WithClause'),
    op: word('SETOP_NONE', 'SETOP_UNION', 'SETOP_INTERSECT', 'SETOP_EXCEPT'),
    all: plain,
    larg: of('SelectStmt'),
    rarg: of('SelectStmt'),
  },
  WithClause: { ctes: nodes, recursive: plain },
  CommonTableExpr: {
    ctename: plain,
    aliascolnames: nodes,
    ctematerialized: plain,
    ctequery: node,
    search_clause: of('CTESearchClause'),
    cycle_clause: of('CTECycleClause'),
  },
  CTESearchClause: { search_col_list: nodes, search_breadth_first: plain, search_seq_column: plain },
  CTECycleClause: {
    cycle_col_list: nodes,
    cycle_mark_column: plain,
    cycle_mark_value: node,
    cycle_mark_default: node,
    cycle_path_column: plain,
  },
  RangeVar: { schemaname: plain, relname: plain, inh: plain, relpersistence: word('p'), alias: of('Alias') },
  RangeSubselect: { lateral: plain, subquery: node, alias: of('Alias') },
  RangeFunction: {
    lateral: plain,
    ordinality: plain,
    is_rowsfrom: plain,
    functions: nodes,
    alias: of('Alias'),
    coldeflist: nodes,
  },
  RangeTableSample: { relation: node, method: nodes, args: nodes, repeatable: node },
  JoinExpr: {
    jointype: word('JOIN_INNER', 'JOIN_LEFT', 'JOIN_FULL', 'JOIN_RIGHT'),
    isNatural: plain,
    larg: node,
    rarg: node,
    usingClause: nodes,
    join_using_alias: of('Alias'),
    quals: node,
    alias: of('Alias'),
  },
  Alias: { aliasname: plain, colnames: nodes },
  ColumnDef: { colname: plain, typeName: of('TypeName'), is_local: plain },
  ResTarget: { name: plain, val: node },
  ColumnRef: { fields: nodes },
  A_Star: {},
  A_Const: {
    ival: plain,
    fval: plain,
    sval: plain,
    bsval: plain,
    boolval: plain,
    isnull: plain,
  },
  A_Expr: {
    kind: plain,
    name: nodes,
    lexpr: node,
    rexpr: node,
    rexpr_list_start: plain,
    rexpr_list_end: plain,
  },
  A_Indirection: { arg: node, indirection: nodes },
  A_Indices: { is_slice: plain, lidx: node, uidx: node },
  A_ArrayExpr: { elements: nodes, list_start: plain, list_end: plain },
  BoolExpr: { boolop: plain, args: nodes },
  NullTest: { arg: node, nulltesttype: plain, argisrow: plain },
  BooleanTest: { arg: node, booltesttype: plain },
  CaseExpr: { arg: node, args: nodes, defresult: node },
  CaseWhen: { expr: node, result: node },
  CoalesceExpr: { args: nodes },
  MinMaxExpr: { op: plain, args: nodes },
  RowExpr: { args: nodes, row_format: plain },
  CollateClause: { arg: node, collname: nodes },
  TypeCast: { arg: node, typeName: of('TypeName') },
  TypeName: { names: nodes, typmods: nodes, typemod: plain, arrayBounds: nodes },
  SubLink: { subLinkType: plain, testexpr: node, operName: nodes, subselect: node },
  FuncCall: {
    funcname: nodes,
    args: nodes,
    agg_order: nodes,
    agg_filter: node,
    over: of('WindowDef'),
    agg_within_group: plain,
    agg_star: plain,
    agg_distinct: plain,
    func_variadic: plain,
    funcformat: plain,
  },
  NamedArgExpr: { arg: node, name: plain, argnumber: plain },
  WindowDef: {
    name: plain,
    refname: plain,
    partitionClause: nodes,
    orderClause: nodes,
    frameOptions: plain,
    startOffset: node,
    endOffset: node,
  },
  SortBy: { node, sortby_dir: plain, sortby_nulls: plain, useOp: nodes },
  GroupingSet: { kind: plain, content: nodes },
  GroupingFunc: { args: nodes },
  // These make XML. What reads it is left out: a text may declare entities.
  XmlExpr: {
    op: word('IS_XMLELEMENT', 'IS_XMLFOREST'),
    name: plain,
    named_args: nodes,
    args: nodes,
    xmloption: plain,
  },
  // A statement must not ask who is connected, to what, and in which role.
  SQLValueFunction: {
    op: word(
      'SVFOP_CURRENT_DATE',
      'SVFOP_CURRENT_TIME',
      'SVFOP_CURRENT_TIME_N',
      'SVFOP_CURRENT_TIMESTAMP',
      'SVFOP_CURRENT_TIMESTAMP_N',
      'SVFOP_LOCALTIME',
      'SVFOP_LOCALTIME_N',
      'SVFOP_LOCALTIMESTAMP',
      'SVFOP_LOCALTIMESTAMP_N',
    ),
    typmod: plain,
  },
  JsonFuncExpr: {
    op: word('JSON_EXISTS_OP', 'JSON_QUERY_OP', 'JSON_VALUE_OP'),
    context_item: of('JsonValueExpr'),
    pathspec: node,
    passing: nodes,
    output: of('JsonOutput'),
    on_empty: of('JsonBehavior'),
    on_error: of('JsonBehavior'),
    wrapper: plain,
    quotes: plain,
  },
  JsonTable: {
    context_item: of('JsonValueExpr'),
    pathspec: of('JsonTablePathSpec'),
    passing: nodes,
    columns: nodes,
    on_error: of('JsonBehavior'),
    alias: of('Alias'),
    lateral: plain,
  },
  JsonTablePathSpec: { string: node, name: plain, name_location: plain },
  JsonTableColumn: {
    coltype: plain,
    name: plain,
    typeName: of('TypeName'),
    pathspec: of('JsonTablePathSpec'),
    format: of('JsonFormat'),
    wrapper: plain,
    quotes: plain,
    columns: nodes,
    on_empty: of('JsonBehavior'),
    on_error: of('JsonBehavior'),
  },
  JsonBehavior: { btype: plain, expr: node },
  JsonArgument: { val: of('JsonValueExpr'), name: plain },
  JsonValueExpr: { raw_expr: node, format: of('JsonFormat') },
  JsonFormat: { format_type: plain, encoding: plain },
  JsonOutput: { typeName: of('TypeName'), returning: of('JsonReturning') },
  JsonReturning: { format: of('JsonFormat') },
  JsonObjectConstructor: { exprs: nodes, output: of('JsonOutput'), absent_on_null: plain, unique: plain },
  JsonArrayConstructor: { exprs: nodes, output: of('JsonOutput'), absent_on_null: plain },
  JsonKeyValue: { key: node, value: of('JsonValueExpr') },
  JsonObjectAgg: {
    constructor: of('JsonAggConstructor'),
    arg: of('JsonKeyValue'),
    absent_on_null: plain,
    unique: plain,
  },
  JsonArrayAgg: { constructor: of('JsonAggConstructor'), arg: of('JsonValueExpr'), absent_on_null: plain },
  JsonAggConstructor: { output: of('JsonOutput'), agg_filter: node, agg_order: nodes, over: of('WindowDef') },
  JsonIsPredicate: { expr: node, format: of('JsonFormat'), item_type: plain, unique_keys: plain },
  List: { items: nodes },
  String: { sval: plain },
  Integer: { ival: plain },
};

const FIELDS: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map(
  Object.entries(NODES).map(([type, fields]) => [type, new Map([...Object.entries(fields), ['location', plain]])]),
);

/** @returns `undefined` for a node that a harmless query never has */
export function fieldsOf(type: string): ReadonlyMap<string, Field> | undefined {
  return FIELDS.get(type);
}
