import { Injectable } from '@nestjs/common';
import { DomainError } from '../../shared/domain-error.js';
import { Annotations } from '../domain/annotations.js';
import { refusalToSample, samplesOf } from '../domain/may-be-sampled.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { quoted } from '../domain/sql-text.js';
import { DescribeRelations, type Snapshot } from '../../catalog/application/describe-relations.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { ReadingLimits } from '../../engines/catalog-reader/reading.js';
import { RunOwnStatement } from '../../statements/application/run-own-statement.js';
import type { StatementOutcome } from '../../statements/application/run-statement.js';
import { type ColumnPlace, type ReadColumn, SampledColumns } from './ports/sampled-columns.js';
import { TaggedColumns } from './ports/tagged-columns.js';
import { withKinTags } from './with-kin-tags.js';

/** A table may have billions of rows: values are looked for among the first of them. */
const FIRST_ROWS = 1_000;
const MOST_DISTINCT = 30;
/** For one column; the discovery has a limit for all of them. */
const TIMEOUT_MS = 5_000;

/** Reads a few values of the columns that are switched on, as guarded statements do: read-only, with limits, on a thread of its own. */
@Injectable()
export class SampleColumns {
  constructor(
    private readonly describeRelations: DescribeRelations,
    private readonly runOwnStatement: RunOwnStatement,
    private readonly sampled: SampledColumns,
    private readonly tagged: TaggedColumns,
  ) {}

  /**
   * @param snapshot what a discovery has just found
   * @returns without the columns that cannot be read now: they keep what they had. What may no longer be read has no values
   */
  async execute(
    source: DataSource,
    { parts, facts }: Pick<Snapshot, 'parts' | 'facts'>,
    userId: number | null,
    { signal }: ReadingLimits,
  ): Promise<readonly ReadColumn[]> {
    // Only the schema of a closed source may be read, not its rows.
    const columns = source.closed === null ? await this.sampled.of(source.id) : [];
    if (columns.length === 0) return [];
    const annotations = new Annotations(withKinTags(await this.tagged.of(source.id), columns, facts), []);
    const described = await this.describeRelations.inParts(parts, [...new Set(columns.map(({ table }) => table))]);
    const relations = described.map((relation) => annotations.on(relation));
    const read: ReadColumn[] = [];
    for (const one of columns) {
      if (signal.aborted) break;
      const { schema, table, column } = one;
      const values = await this.valuesOf(source, relations, one, { userId: userId ?? 0, signal });
      if (values !== undefined) read.push({ schema, table, column, values });
    }
    return read;
  }

  /** @returns `undefined` if nothing is known of it now */
  private async valuesOf(
    source: DataSource,
    relations: readonly Relation[],
    { schema, table, column: name }: ColumnPlace,
    { userId, signal }: { readonly userId: number; readonly signal: AbortSignal },
  ): Promise<readonly string[] | undefined> {
    const relation = relations.find((one) => one.schema === schema && one.name === table);
    const column = relation?.columns.find((one) => one.name === name);
    if (relation === undefined || column === undefined || refusalToSample({ relation, column }) !== null) return [];
    const { engine } = source;
    const [own, place] = [quoted(name, engine), `${quoted(schema, engine)}.${quoted(table, engine)}`];
    const first = `SELECT ${own} FROM ${place} WHERE ${own} IS NOT NULL LIMIT ${FIRST_ROWS}`;
    const statement = `SELECT DISTINCT ${own} FROM (${first}) AS sampled LIMIT ${MOST_DISTINCT}`;
    const query = { statement, values: [], reads: [{ schema, name: table }], isFenced: false };
    const limits = { maxRows: MOST_DISTINCT, timeoutMs: TIMEOUT_MS, isProduct: false };
    let outcome: StatementOutcome;
    try {
      outcome = await this.runOwnStatement.execute({ source, userId, query, limits, signal });
    } catch (error) {
      // The schema was read, and the next discovery tries again.
      if (error instanceof DomainError || signal.aborted) return undefined;
      throw error;
    }
    if (outcome.kind === 'failed') return [];
    return outcome.kind === 'rows' ? samplesOf(outcome.result.rows.map(([cell = null]) => cell)) : undefined;
  }
}
