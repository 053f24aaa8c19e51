import type { Session } from './session.js';

/**
 * Rows of a statement that takes the name of a schema, or null for all. The catalog has no index by schema, so a statement for each
 * schema would read all of it each time. So all schemas are read together, unless only one is wanted.
 */
export class BySchema<R extends [schema: string, ...(string | null)[]]> {
  private all: Promise<Map<string, R[]>> | undefined;
  private only: string | null = null;

  constructor(
    private readonly session: Session,
    private readonly statement: string,
  ) {}

  /** What will be read: one schema, or any. */
  expect(name: string | null): void {
    this.only = name;
  }

  async of(schema: string): Promise<readonly R[]> {
    if (this.only !== null) return this.session.rows<R>(this.statement, [schema]);
    this.all ??= this.session.rows<R>(this.statement, [null]).then(grouped);
    return (await this.all).get(schema) ?? [];
  }
}

function grouped<R extends [schema: string, ...(string | null)[]]>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row[0]);
    if (group === undefined) groups.set(row[0], [row]);
    else group.push(row);
  }
  return groups;
}
