import type { Database } from '@sqlite.org/sqlite-wasm';
import { type AuthorizedDatabase, NotPrepared } from '../../../../platform/sqlite/authorized-database.js';
import { type Known, type Question, isAllowed, lowerAscii } from '../../../../platform/sqlite/statement-rules.js';
import type { JudgedQuery } from '../../../application/ports/querying.js';

/**
 * Decides what a statement may do at the file itself. The guard knew only the names and columns of its relations: the statement may
 * read the judged relations, and what the views among them are made of.
 */
export class Witness {
  /** The first that was denied. */
  denied: Question | undefined;
  private readonly known: Known;

  constructor(database: AuthorizedDatabase, reads: JudgedQuery['reads'], functions: ReadonlySet<string>) {
    openVirtualTables(database.database);
    const names = database.database.selectValues(`SELECT lower(name) FROM main.sqlite_schema WHERE type IN ('table', 'view')`);
    const existing = new Set(names.map(String));
    const relations = new Set(reads.flatMap(({ name }) => [lowerAscii(name), ...readBy(database, name, existing)]));
    this.known = { functions, relations, existing };
  }

  answer(question: Question): boolean {
    const allowed = isAllowed(question, this.known);
    if (!allowed) this.denied ??= question;
    return allowed;
  }
}

/** A virtual table reads its own tables when it is opened, which happens once. */
function openVirtualTables(database: Database): void {
  const names = database.selectValues(
    `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0 AND sql LIKE 'create virtual%'`,
  );
  for (const name of names.map(String))
    try {
      database.exec(`SELECT 1 FROM main.${quoted(name)} LIMIT 0`);
    } catch {
      // Its module is missing, or it is damaged. The statement that reads it gets that error.
    }
}

/** The tables and views that a view is made of; the relation alone where it is none, and nothing where it cannot be read. */
function readBy(database: AuthorizedDatabase, name: string, existing: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const note = (question: Question): boolean => {
    if (question.about === 'read' && existing.has(lowerAscii(question.name))) found.push(lowerAscii(question.name));
    return question.about !== 'more';
  };
  try {
    database.finalize(database.prepare(`SELECT * FROM main.${quoted(name)}`, note));
    return found;
  } catch (error) {
    if (error instanceof NotPrepared) return [];
    throw error;
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
