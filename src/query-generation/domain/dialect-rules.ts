import type { Dialect } from '../../engines/sql-guard/judgement.js';

/** Rules of a dialect that a model with general knowledge of SQL would otherwise miss. */
export const RULES_OF_DIALECT: Readonly<Record<Dialect, { readonly name: string; readonly rules: readonly string[] }>> = {
  postgresql: {
    name: 'PostgreSQL',
    rules: [
      'Names that are not all lower case, and reserved words, stand in double quotes; texts in single quotes.',
      'Divide as numeric where whole numbers would lose the fraction. Months and years by date_trunc and extract.',
    ],
  },
  mysql: {
    name: 'MySQL or MariaDB',
    rules: [
      'Names stand in backticks where they need any; texts in single quotes, in which a backslash is doubled.',
      'Every selected column is grouped by or aggregated. No FULL JOIN, no ILIKE, no QUALIFY; dates by date_format, year, month.',
    ],
  },
  sqlite: {
    name: 'SQLite',
    rules: [
      'Names stand in double quotes where they need any, texts in single quotes.',
      'Dates are texts or numbers: use date, strftime and julianday. Divide by 1.0 where whole numbers would lose the fraction.',
    ],
  },
  duckdb: {
    name: 'DuckDB',
    rules: [
      'Names stand in double quotes where they need any, texts in single quotes.',
      'A table is never the name of a file, and no function reads one.',
    ],
  },
};
