const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const EXPRESSION = 'class type alias query_location';
const QUERY = 'type modifiers cte_map';
const RELATION = 'type alias sample query_location';

/**
 * All nodes that we know, with all of their members. A node or member that another version of the engine adds is unknown, so it is
 * refused.
 */
export const NODES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Expressions, by their class
  ['BETWEEN', words(`${EXPRESSION} input lower upper`)],
  ['CASE', words(`${EXPRESSION} case_checks else_expr`)],
  ['CAST', words(`${EXPRESSION} child cast_type try_cast`)],
  ['COLLATE', words(`${EXPRESSION} child collation`)],
  ['COLUMN_REF', words(`${EXPRESSION} column_names`)],
  ['COMPARISON', words(`${EXPRESSION} left right`)],
  ['CONJUNCTION', words(`${EXPRESSION} children`)],
  ['CONSTANT', words(`${EXPRESSION} value`)],
  ['FUNCTION', words(`${EXPRESSION} function_name schema catalog children filter order_bys distinct is_operator export_state`)],
  ['LAMBDA', words(`${EXPRESSION} lhs expr`)],
  ['OPERATOR', words(`${EXPRESSION} children`)],
  ['POSITIONAL_REFERENCE', words(`${EXPRESSION} index`)],
  ['STAR', words(`${EXPRESSION} relation_name exclude_list replace_list columns expr qualified_exclude_list rename_list unpacked`)],
  ['SUBQUERY', words(`${EXPRESSION} subquery_type subquery child comparison_type`)],
  [
    'WINDOW',
    words(
      `${EXPRESSION} function_name schema catalog children partitions orders start end start_expr end_expr offset_expr
       default_expr ignore_nulls filter_expr exclude_clause distinct arg_orders`,
    ),
  ],
  // Queries
  [
    'SELECT_NODE',
    words(`${QUERY} select_list from_table where_clause group_expressions group_sets aggregate_handling having sample qualify`),
  ],
  ['SET_OPERATION_NODE', words(`${QUERY} setop_type left right setop_all children`)],
  ['RECURSIVE_CTE_NODE', words(`${QUERY} cte_name union_all left right aliases key_targets`)],
  // Relations
  ['BASE_TABLE', words(`${RELATION} schema_name table_name column_name_alias catalog_name at_clause`)],
  ['EMPTY', words(RELATION)],
  ['EXPRESSION_LIST', words(`${RELATION} expected_names expected_types values`)],
  ['JOIN', words(`${RELATION} left right condition join_type ref_type using_columns delim_flipped duplicate_eliminated_columns`)],
  ['PIVOT', words(`${RELATION} source aggregates unpivot_names pivots groups column_name_alias include_nulls`)],
  ['SHOW_REF', words(`${RELATION} table_name query show_type catalog_name schema_name`)],
  ['SUBQUERY_REF', words(`${RELATION} subquery column_name_alias`)],
  ['TABLE_FUNCTION', words(`${RELATION} function column_name_alias with_ordinality`)],
  // What modifies a query
  ['DISTINCT_MODIFIER', words('type distinct_on_targets')],
  ['LIMIT_MODIFIER', words('type limit offset')],
  ['LIMIT_PERCENT_MODIFIER', words('type limit offset')],
  ['ORDER_MODIFIER', words('type orders')],
]);

/** Members of objects that are not nodes: statements, parts of CASE, PIVOT and ORDER BY, lists of names. */
export const PARTS = words(`
  node named_param_map when_expr then_expr expression null_order type
  pivot_expressions unpivot_names entries values star_expr alias pivot_enum
  key value schema table column catalog column_name`);

/** Members of a common table expression. */
export const TABLE_PARTS = words('query aliases materialized key_targets');

/** The directions of ORDER BY. They are in the member `type`, where other objects say what they are. */
export const DIRECTIONS = words('ORDER_DEFAULT ASCENDING DESCENDING');
