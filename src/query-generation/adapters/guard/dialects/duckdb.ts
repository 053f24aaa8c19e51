import { type DialectRules, lowerAscii, operators, words } from './dialect-rules.js';
import { DUCKDB_FUNCTIONS } from './duckdb-functions.js';

const UNITS = 'MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DECADE CENTURY MILLENNIUM';
const OWN_SCHEMAS = words('information_schema pg_catalog temp system');

export const duckdb: DialectRules = {
  dialect: 'duckdb',
  lexical: {
    stringQuotes: `'`,
    nameQuotes: '"',
    hasBracketedNames: false,
    hasBackslashEscapes: false,
    hasHashComments: false,
    dashesNeedSpace: false,
    hasBytes: false,
    symbols: '->> -> << >> <= >= <> != == :: || // ** ~~ !~ ( ) , . ; [ ] { } : + - * / % ^ = < > | & ~'.split(' '),
  },
  quote: '"',
  quotedString: (text) => `'${text.replaceAll("'", "''")}'`,
  reserved: words(`
    ANALYZE ANTI ARRAY ASOF ATTACH COPY DESCRIBE EXECUTE EXPLAIN EXPORT GLOB ILIKE IMPORT INSTALL ISNULL LAMBDA LOAD
    LOCALTIME LOCALTIMESTAMP NOTNULL POSITIONAL SEMI SHOW SIMILAR SUMMARIZE`),
  operators: operators('= == <> != < <= > >=', '|| -> ->> ~ !~ ~~ & | << >>', '+ -', '* / // %', '^ **'),
  prefixes: words('NOT + - ~'),
  patterns: words('LIKE ILIKE GLOB SIMILAR'),
  constants: words('NULL TRUE FALSE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP'),
  literalTypes: words('DATE TIME TIMESTAMP TIMESTAMPTZ'),
  units: words(`${UNITS} ${UNITS.replace(/\w+/g, '$&S')} CENTURIES MILLENNIA DOW DOY EPOCH ISODOW ISOYEAR YEARWEEK`),
  types: words(`
    TINYINT SMALLINT INT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT INT1 INT2 INT4 INT8 REAL
    FLOAT FLOAT4 FLOAT8 DOUBLE DECIMAL NUMERIC BOOLEAN BOOL VARCHAR TEXT STRING CHAR DATE TIME TIMESTAMP TIMESTAMPTZ
    DATETIME TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS INTERVAL UUID JSON BLOB BIT STRUCT MAP`),
  collations: /^(?:nocase|noaccent|nfc)$/i,
  functions: DUCKDB_FUNCTIONS,
  lengthArguments: new Map([
    ['repeat', 1],
    ['lpad', 1],
    ['rpad', 1],
  ]),
  tableFunctions: words('generate_series range unnest json_each'),
  joins: words('INNER CROSS LEFT RIGHT FULL ASOF POSITIONAL SEMI ANTI'),
  isOwnRelation: (schema, name) =>
    (schema !== null && OWN_SCHEMAS.has(lowerAscii(schema))) ||
    /^(?:duckdb_|pragma_|pg_|sqlite_(?:master|schema|temp_))/i.test(name),
  foldedName: lowerAscii,
};
