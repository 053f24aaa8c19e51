import type { QueryResult, QueryResultRow } from 'pg';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What a statement goes through: indexes, and tables that it reads from end to end. */
interface Reads {
  readonly indexes: readonly string[];
  readonly wholeTables: readonly string[];
}

/** Explains what the adapters send before it runs, so the plans are those of the real statements; then undoes it. */
export class ExplainingSession extends TypeOrmSession {
  private explained: Reads[] = [];

  /** Of each statement in turn. */
  async readsOf(ask: () => Promise<unknown>): Promise<Reads[]> {
    this.explained = [];
    const undo = new Error('Undone on purpose.');
    await this.run(async () => {
      await ask();
      throw undo;
    }).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return this.explained;
  }

  protected override async send<Row extends QueryResultRow>(
    sql: string | PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    await this.explain(sql, values);
    return super.send<Row>(sql, values);
  }

  private async explain(sql: string | PreparedStatement, values: readonly unknown[]): Promise<void> {
    const text = typeof sql === 'string' ? sql : sql.text;
    const nodes = await this.plan(`EXPLAIN (FORMAT JSON) ${text}`, values);
    // A statement that is prepared and often used may get one plan for all values.
    if (typeof sql !== 'string') nodes.push(...(await this.plan(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`, [])));
    const indexes = nodes.map((node) => node['Index Name']).filter((name) => name !== undefined);
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '?');
    this.explained.push({ indexes: [...new Set(indexes)].sort(), wholeTables: [...new Set(scans)].sort() });
  }

  private async plan(explain: string, values: readonly unknown[]): Promise<PlanNode[]> {
    const { rows } = await super.send<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
    const [row] = rows;
    return row === undefined ? [] : nodesOf(row['QUERY PLAN'][0].Plan);
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
