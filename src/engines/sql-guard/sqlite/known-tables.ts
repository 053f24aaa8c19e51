import { type AuthorizedDatabase, NotPrepared } from '../../../platform/sqlite/authorized-database.js';
import { lowerAscii } from '../../../platform/sqlite/statement-rules.js';
import type { KnownTable } from '../known-source.js';

/** Tables in memory that are like those of a source, but empty. */
export class KnownTables {
  /** The names of the tables, by the name in lower case. */
  readonly names = new Map<string, string>();
  readonly fullText = new Set<string>();
  /** All tables, with those in which full-text tables keep their words. */
  readonly all: ReadonlySet<string>;

  constructor(
    readonly database: AuthorizedDatabase,
    tables: readonly KnownTable[],
  ) {
    for (const table of tables) this.make(table);
    const existing = database.database.selectValues('SELECT lower(name) FROM sqlite_schema');
    this.all = new Set(existing.map(String));
  }

  /**
   * Discovery says of a full-text table only that its columns have no type. If it cannot be made as a full-text table, it is made plain.
   */
  private make({ name, columns, types, mayBeFullText }: KnownTable): void {
    const listed = columns.map(quoted).join(', ');
    const typed = columns.map((column, index) => `${quoted(column)} ${plainType(types?.[index])}`).join(', ');
    const plain = `CREATE TABLE ${quoted(name)} (${typed})`;
    const isFullText = mayBeFullText && this.runs(`CREATE VIRTUAL TABLE ${quoted(name)} USING fts5(${listed})`);
    if (!isFullText && !this.runs(plain)) return;
    this.names.set(lowerAscii(name), name);
    if (isFullText) this.fullText.add(lowerAscii(name));
  }

  /** Whether a statement that can be prepared can no longer be prepared without this table. */
  isNeeded(sql: string, name: string): boolean {
    const { database } = this.database;
    database.exec(`SAVEPOINT without; DROP TABLE ${quoted(name)}`);
    try {
      this.database.finalize(this.database.prepare(sql, ({ about }) => about !== 'more'));
      return false;
    } catch (error) {
      if (error instanceof NotPrepared) return true;
      throw error;
    } finally {
      database.exec('ROLLBACK TO without; RELEASE without');
      // The next statement would open the full-text tables again, and the engine would ask whether it may. So open them now.
      for (const table of this.fullText) database.exec(`SELECT 1 FROM ${quoted(table)} LIMIT 0`);
    }
  }

  private runs(sql: string): boolean {
    try {
      this.database.database.exec(sql);
      return true;
    } catch {
      return false;
    }
  }
}

/** Others are left out, because they could say more than a type. */
function plainType(type = ''): string {
  return /^[A-Za-z]\w*(?: [A-Za-z]\w*)?(?: ?\(\d+(?:, ?\d+)?\))?$/.test(type) && !/generated|primary|unique/i.test(type) ? type : '';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
