import { type DialectRules, operators, words } from './dialect-rules.js';

/**
 * Functions that compute and do nothing else, and that MySQL 8 and MariaDB both have: a name that one of them lacks would be
 * looked for among the functions that are stored in the database.
 */
const MYSQL_FUNCTIONS = words(`
  avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max min std stddev stddev_pop stddev_samp
  sum var_pop var_samp variance
  cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
  abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor ln log log10 log2 mod pi pow power radians
  rand round sign sin sqrt tan truncate
  ascii bin bit_length char char_length character_length concat concat_ws elt field find_in_set format hex instr lcase
  left length locate lower lpad ltrim mid oct octet_length ord position quote repeat replace reverse right rpad rtrim
  soundex space strcmp substr substring substring_index trim ucase unhex upper md5 sha sha1 sha2 to_base64 from_base64
  regexp_instr regexp_replace regexp_substr
  adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format
  date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime hour last_day localtime
  localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter sec_to_time
  second str_to_date subdate subtime time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_days
  to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek
  cast coalesce convert greatest if ifnull isnull least nullif row
  inet_aton inet_ntoa
  json_array json_contains json_contains_path json_depth json_extract json_keys json_length json_merge_patch
  json_merge_preserve json_object json_overlaps json_quote json_search json_type json_unquote json_valid json_value`);

const OWN_DATABASES = words('information_schema performance_schema mysql sys');

/** What MySQL 8 and MariaDB understand in the same way. */
export const mysql: DialectRules = {
  dialect: 'mysql',
  lexical: {
    stringQuotes: `'"`,
    nameQuotes: '`',
    hasBracketedNames: false,
    hasBackslashEscapes: true,
    hasHashComments: true,
    dashesNeedSpace: true,
    hasBytes: true,
    symbols: '<=> ->> -> << >> <= >= <> != && || ( ) , . ; + - * / % = < > | & ^ ~ !'.split(' '),
  },
  // Backticks quote names in every mode of the server, double quotes in one only.
  quote: '`',
  quotedString: (text) =>
    text.includes('\\')
      ? `_utf8mb4 X'${Buffer.from(text, 'utf8').toString('hex').toUpperCase()}'`
      : `'${text.replaceAll("'", "''")}'`,
  reserved: words(`
    BINARY CALL CHARACTER CONVERT DATABASE DISTINCTROW DIV DUAL DUMPFILE EXPLAIN FORCE GRANT HIGH_PRIORITY IGNORE INDEX
    KEY KEYS KILL LINES LOAD LOCALTIME LOCALTIMESTAMP LOW_PRIORITY MATCH MOD OPTION OUTFILE PURGE READ REGEXP REPLACE
    REVOKE RLIKE SCHEMA SEPARATOR SHOW SIGNAL SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_CACHE SQL_CALC_FOUND_ROWS
    SQL_NO_CACHE SQL_SMALL_RESULT STRAIGHT_JOIN UNLOCK USE UTC_DATE UTC_TIME UTC_TIMESTAMP XOR`),
  operators: new Map([
    ...operators('= <> != < <= > >= <=>', '|', '&', '<< >>', '+ -', '* / % DIV MOD', '^'),
    ['||', 10],
    ['XOR', 12],
    ['&&', 14],
  ]),
  prefixes: words('NOT BINARY + - ~ !'),
  patterns: words('LIKE RLIKE REGEXP'),
  constants: words(
    'NULL TRUE FALSE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP',
  ),
  literalTypes: words('DATE TIME TIMESTAMP'),
  units: words(`
    MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND
    HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH`),
  types: words('SIGNED UNSIGNED DECIMAL CHAR BINARY DATE DATETIME TIME DOUBLE FLOAT JSON YEAR'),
  collations: /^(?:binary|(?:utf8|utf8mb3|utf8mb4|latin1|ascii)_[a-z0-9_]+)$/i,
  functions: MYSQL_FUNCTIONS,
  lengthArguments: new Map([
    ['repeat', 1],
    ['lpad', 1],
    ['rpad', 1],
    ['space', 0],
  ]),
  tableFunctions: new Set(),
  joins: words('INNER CROSS LEFT RIGHT STRAIGHT_JOIN'),
  isOwnRelation: (schema) => schema !== null && OWN_DATABASES.has(schema.toLowerCase()),
  // Some servers tell names by their case and some do not; who tells them apart never takes a table for an expression.
  foldedName: (name) => name,
};
