import { type DialectRules, lowerAscii, operators, words } from './dialect-rules.js';

/** Functions that compute and do nothing else; none that loads, reads files, or makes blobs of any length. */
const SQLITE_FUNCTIONS = words(`
  avg count group_concat json_group_array json_group_object max min string_agg sum total
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power
  radians random round sign sin sinh sqrt tan tanh trunc
  char concat concat_ws format glob hex instr length like lower ltrim octet_length printf quote replace rtrim soundex
  substr substring trim unhex unicode upper
  date datetime julianday strftime time timediff unixepoch
  cast coalesce if ifnull iif likelihood likely nullif typeof unlikely
  json json_array json_array_length json_error_position json_extract json_insert json_object json_patch json_pretty
  json_quote json_remove json_replace json_set json_type json_valid`);

export const sqlite: DialectRules = {
  dialect: 'sqlite',
  lexical: {
    stringQuotes: `'`,
    nameQuotes: '"`',
    hasBracketedNames: true,
    hasBackslashEscapes: false,
    hasHashComments: false,
    dashesNeedSpace: false,
    hasBytes: true,
    symbols: '->> -> << >> <= >= <> != == || ( ) , . ; + - * / % = < > | & ~'.split(' '),
  },
  // In double quotes a name that is not a column would be taken for a string.
  quote: '`',
  quotedString: (text) => `'${text.replaceAll("'", "''")}'`,
  reserved: words('ATTACH DETACH EXPLAIN GLOB INDEXED ISNULL MATCH NOTNULL REGEXP REINDEX VACUUM'),
  operators: operators('= == <> != < <= > >=', '& | << >>', '+ -', '* / %', '|| -> ->>'),
  prefixes: words('NOT + - ~'),
  // REGEXP and MATCH call functions that the program which opens the file may have registered.
  patterns: words('LIKE GLOB'),
  constants: words('NULL TRUE FALSE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP'),
  literalTypes: new Set(),
  units: new Set(),
  types: words(`
    INTEGER INT BIGINT SMALLINT REAL DOUBLE FLOAT TEXT NUMERIC DECIMAL BLOB VARCHAR CHAR DATE DATETIME BOOLEAN`),
  collations: /^(?:binary|nocase|rtrim)$/i,
  functions: SQLITE_FUNCTIONS,
  lengthArguments: new Map(),
  tableFunctions: words('json_each json_tree'),
  joins: words('INNER CROSS LEFT RIGHT FULL'),
  isOwnRelation: (schema, name) =>
    (schema !== null && lowerAscii(schema) !== 'main') || /^(?:sqlite_|pragma_|dbstat$|bytecode$)/i.test(name),
  foldedName: lowerAscii,
};
