/** Of these, one is on the left and one on the right. */
export const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', 'div', 'mod']);
export const BY_SIZE = new Set(['<', '<=', '>', '>=']);
export const EQUALITY = new Set(['=', '<>', '!=', '<=>']);
export const OF_CONDITIONS = new Set([
  ...[...BY_SIZE, ...EQUALITY, 'and', 'or', 'xor', 'not', 'is', 'isnull', 'notnull', 'in', 'between', 'like', 'ilike'],
  ...['regexp', 'rlike', 'glob', 'match', 'similar', 'exists'],
]);
/** They take numbers, or days and times. */
export const COMPUTING = new Set([
  ...['avg', 'sum', 'total', 'abs', 'round', 'ceil', 'ceiling', 'floor', 'sqrt', 'cbrt', 'pow', 'power', 'exp', 'ln'],
  ...['log', 'log2', 'log10', 'mod', 'sign', 'trunc', 'truncate', 'std', 'stddev', 'stddev_pop', 'stddev_samp'],
  ...['variance', 'var_pop', 'var_samp', 'median', 'corr', 'covar_pop', 'covar_samp', 'bit_and', 'bit_or', 'bit_xor'],
  ...['date', 'time', 'datetime', 'timestamp', 'julianday', 'unixepoch', 'strftime', 'year', 'quarter', 'month', 'week'],
  ...['day', 'dayofmonth', 'dayofweek', 'dayofyear', 'weekday', 'hour', 'minute', 'second', 'datediff', 'timediff'],
  ...['timestampdiff', 'timestampadd', 'date_add', 'date_sub', 'adddate', 'subdate', 'date_format', 'date_trunc'],
  ...['date_part', 'date_diff', 'extract', 'last_day', 'to_days', 'unix_timestamp', 'age', 'make_date'],
]);
/** What they answer tells nothing of the type of what they are given. */
export const NEUTRAL = new Set([
  ...['count', 'approx_count_distinct', 'exists', 'row_number', 'rank', 'dense_rank', 'length', 'char_length', 'in'],
  ...['values', 'partition', 'over', 'using', 'typeof', 'instr', 'position', 'locate', 'strpos'],
]);
/** After a value they are no other name of it. */
export const FOLLOWING = new Set([
  ...['from', 'where', 'group', 'having', 'order', 'limit', 'offset', 'union', 'intersect', 'except', 'then', 'else'],
  ...['end', 'when', 'on', 'using', 'join', 'left', 'right', 'inner', 'cross', 'full', 'natural', 'asc', 'desc'],
  ...['nulls', 'collate', 'div', 'mod', 'separator', 'over', 'filter', 'within', 'fetch', 'window', 'qualify', 'for'],
  ...['escape', 'at', 'interval', 'as', 'rows', 'range', 'groups', 'tablesample', ...OF_CONDITIONS],
]);
