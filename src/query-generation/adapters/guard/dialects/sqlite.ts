import { type DialectRules, lowerAscii, operators, words } from './dialect-rules.js';
import { SQLITE_FUNCTIONS } from './sqlite-functions.js';

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
  // In double quotes a name that is no column would be taken for a string.
  quote: '`',
  quotedString: (text) => `'${text.replaceAll("'", "''")}'`,
  reserved: words('ATTACH DETACH EXPLAIN GLOB INDEXED ISNULL MATCH NOTNULL REGEXP REINDEX VACUUM'),
  operators: operators('= == <> != < <= > >=', '& | << >>', '+ -', '* / %', '|| -> ->>'),
  prefixes: words('NOT + - ~'),
  // REGEXP and MATCH call functions that whoever opens the file may have registered.
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
