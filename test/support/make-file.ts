import { execFileSync } from 'node:child_process';
import sqlite from 'node-sqlite3-wasm';

/** A database file made of SQL. */
export function makeFile(engine: 'sqlite' | 'duckdb', file: string, sql: string): void {
  if (engine === 'sqlite') {
    const database = new sqlite.Database(file);
    database.exec(sql);
    database.close();
    return;
  }
  // In a process of its own: an instance keeps its file open for as long as the process likes.
  const program = `import { DuckDBInstance } from '@duckdb/node-api';
    const [file, sql] = process.argv.slice(1);
    const connection = await (await DuckDBInstance.create(file)).connect();
    for (const statement of sql.split(';')) if (statement.trim() !== '') await connection.run(statement);
    connection.closeSync();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, sql]);
}
