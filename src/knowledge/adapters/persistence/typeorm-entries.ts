import { Injectable } from '@nestjs/common';
import { IsNull, Not, Or } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type ChangedEntry, Entries, type NewEntry } from '../../application/ports/entries.js';
import type { Entry, EntryVersion, Kind } from '../../domain/entry.js';
import { EntryExists } from '../../domain/knowledge.errors.js';
import { entrySchema, entryVersionSchema } from './schemas.js';

const OWN = ofCaller({ organization: 'entry.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });
const COLUMNS = `id, organization_id AS "organizationId", data_source_id AS "dataSourceId", kind, name, definition, synonyms, sql,
  state, problem, checked_snapshot_id AS "checkedSnapshotId", unprepared, version, changed_by AS "changedBy", created_at AS "createdAt",
  changed_at AS "changedAt"`;
/** Comparing takes time in proportion to the length of each text. */
const LONGEST_COMPARED = 1_000;

const alike = (kind: Kind, likeness: string, least: number, most: string): string =>
  `(SELECT * FROM (SELECT *, ${likeness} AS likeness FROM knowledge
      WHERE data_source_id = $1 AND kind = '${kind}' AND state <> 'broken') compared
     WHERE likeness >= ${least} ORDER BY likeness DESC, id LIMIT ${most})`;
/** Raw: the database compares texts. Questions are compared as a whole; a word of the glossary must occur in the question. */
const ALIKE = `SELECT ${COLUMNS} FROM (
  ${alike('verified_pair', `similarity(left(name, ${LONGEST_COMPARED}), $2)`, 0.15, '$3')} UNION ALL
  ${alike('glossary_term', '(SELECT max(strict_word_similarity(word, $2)) FROM unnest(synonyms || name) word)', 0.6, '$4')}) alike
  ORDER BY likeness DESC, id`;

@Injectable()
export class TypeOrmEntries extends Entries {
  private readonly entries;
  private readonly kept;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.entries = session.repository(entrySchema);
    this.kept = session.repository(entryVersionSchema);
  }

  async add(entry: NewEntry): Promise<Entry> {
    const { organizationId, dataSourceId, kind, name, definition, synonyms, sql, checkedSnapshotId, unprepared } = entry;
    const [added] = await this.unique(kind, () =>
      this.written(
        `INSERT INTO knowledge (organization_id, data_source_id, kind, name, definition, synonyms, sql, state, checked_snapshot_id,
                                unprepared, version, changed_by, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'valid', $8, $9, 1, $10, $11, $11) RETURNING *`,
        [
          ...[organizationId, dataSourceId, kind, name, definition, synonyms, sql, checkedSnapshotId, unprepared],
          ...[entry.changedBy, entry.changedAt],
        ],
      ),
    );
    if (added === undefined) throw new Error('The entry was not inserted.');
    return added;
  }

  async findFor({ userId, isSystemAdmin }: Caller, kind: Kind, id: number): Promise<Entry | null> {
    const found = this.entries.createQueryBuilder('entry').where({ id, kind });
    return found.andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  async change({ id, kind }: Entry, version: number, to: ChangedEntry): Promise<Entry | null> {
    const { name, definition, synonyms, sql, checkedSnapshotId, unprepared, changedBy, changedAt } = to;
    const [changed] = await this.unique(kind, () =>
      this.written(
        `UPDATE knowledge SET name = $3, definition = $4, synonyms = $5, sql = $6, state = 'valid', problem = NULL,
                checked_snapshot_id = $7, unprepared = $8, version = version + 1, changed_by = $9, changed_at = $10
          WHERE id = $1 AND version = $2 RETURNING *`,
        [id, version, name, definition, synonyms, sql, checkedSnapshotId, unprepared, changedBy, changedAt],
      ),
    );
    return changed ?? null;
  }

  async remove(id: number, version: number): Promise<boolean> {
    return (await this.entries.delete({ id, version })).affected === 1;
  }

  /** Raw: the database searches texts. */
  async list(dataSourceId: number, kind: Kind, search: string | null, request: PageRequest): Promise<Page<Entry>> {
    const where = `data_source_id = $1 AND kind = $2 AND ($3::text IS NULL OR strpos(lower(name), lower($3)) > 0
      OR strpos(lower(coalesce(definition, '')), lower($3)) > 0 OR strpos(lower(array_to_string(synonyms, ' ')), lower($3)) > 0)`;
    const values = [dataSourceId, kind, search];
    const items = await this.session.query<Entry & object>(
      `SELECT ${COLUMNS} FROM knowledge WHERE ${where} ORDER BY lower(name), id LIMIT $4 OFFSET $5`,
      [...values, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM knowledge WHERE ${where}`, values);
    return { items, total: row?.total ?? 0 };
  }

  versions(id: number): Promise<readonly EntryVersion[]> {
    return this.kept.find({ where: { entryId: id }, order: { version: 'DESC' } });
  }

  alike(dataSourceId: number, question: string, most: Readonly<Record<Kind, number>>): Promise<readonly Entry[]> {
    const compared = question.slice(0, LONGEST_COMPARED).replaceAll(/\0|\p{Cs}/gu, ' ');
    return this.session.query<Entry & object>(ALIKE, [...[dataSourceId, compared, most.verified_pair, most.glossary_term]]);
  }

  async sources(): Promise<readonly number[]> {
    // Raw: repositories find rows, not distinct values of a column.
    const rows = await this.session.query<{ id: number }>(
      'SELECT DISTINCT data_source_id AS id FROM knowledge WHERE sql IS NOT NULL ORDER BY id',
    );
    return rows.map(({ id }) => id);
  }

  judgedBefore(dataSourceId: number, snapshotId: number): Promise<readonly Entry[]> {
    const checkedSnapshotId = Or(IsNull(), Not(snapshotId));
    return this.entries.find({ where: { dataSourceId, sql: Not(IsNull()), checkedSnapshotId }, order: { id: 'ASC' } });
  }

  async mark(
    { id, version }: Entry,
    { state, problem, checkedSnapshotId }: Pick<Entry, 'state' | 'problem' | 'checkedSnapshotId'>,
  ): Promise<void> {
    await this.entries.update({ id, version }, { state, problem, checkedSnapshotId });
  }

  /**
   * Raw: the entry and its version are written by one statement. @param write answers the row as it is from now on, which is kept as a
   * version
   */
  private written(write: string, values: readonly unknown[]): Promise<Entry[]> {
    return this.session.query<Entry & object>(
      `WITH written AS (${write}), kept AS (
         INSERT INTO knowledge_versions (entry_id, version, name, definition, synonyms, sql, changed_by, changed_at)
         SELECT id, version, name, definition, synonyms, sql, changed_by, changed_at FROM written)
       SELECT ${COLUMNS} FROM written`,
      values,
    );
  }

  private async unique<T>(kind: Kind, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'knowledge_name')) throw new EntryExists(kind);
      throw error;
    }
  }
}
