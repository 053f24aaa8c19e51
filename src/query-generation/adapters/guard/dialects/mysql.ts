import { type DialectRules, operators, words } from './dialect-rules.js';
import { MYSQL_FUNCTIONS } from './mysql-functions.js';

const OWN_DATABASES = words('information_schema performance_schema mysql sys');

/** Of MySQL 8 and MariaDB: what both understand in the same way. */
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
