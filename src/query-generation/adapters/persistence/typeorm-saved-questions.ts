import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewQuestion, SavedQuestions, type SoughtQuestions } from '../../application/ports/saved-questions.js';
import type { SavedQuestion } from '../../domain/saved-question.js';
import { savedQuestionSchema } from './schemas.js';

const OWN = ofCaller({ organization: 'saved.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });
const COLUMNS = `id, organization_id AS "organizationId", data_source_id AS "dataSourceId", title, description, question, sql, chart,
  version, created_by AS "createdBy", changed_by AS "changedBy", created_at AS "createdAt", changed_at AS "changedAt"`;
/** As in the index `saved_questions_words`. */
const WORDS = `lower(title || ' ' || description || ' ' || coalesce(question, ''))`;

@Injectable()
export class TypeOrmSavedQuestions extends SavedQuestions {
  private readonly questions;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.questions = session.repository(savedQuestionSchema);
  }

  /** Raw: a lock of an advisory kind, since the rows that others add are not there to be locked. */
  async countOf(dataSourceId: number): Promise<number> {
    await this.session.query("SELECT pg_advisory_xact_lock(hashtext('saved_questions'), $1)", [dataSourceId]);
    return this.questions.countBy({ dataSourceId });
  }

  async add(question: NewQuestion): Promise<SavedQuestion> {
    const made = { ...question, version: 1, createdBy: question.changedBy, createdAt: question.changedAt };
    return { ...made, id: await insertedId(this.questions, made) };
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<SavedQuestion | null> {
    const found = this.questions.createQueryBuilder('saved').where({ id });
    return found.andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  /** Raw: the database searches texts by an index over an expression. */
  async pageOf({ organizationIds, dataSourceIds, search }: SoughtQuestions, request: PageRequest): Promise<Page<SavedQuestion>> {
    const found = search === null ? '' : `AND ${WORDS} LIKE '%' || lower($3) || '%'`;
    const wanted = `FROM saved_questions WHERE organization_id = ANY($1) AND data_source_id = ANY($2) ${found}`;
    const values = [organizationIds, dataSourceIds, ...(search === null ? [] : [search.replaceAll(/[\\%_]/g, '\\$&')])];
    const items = await this.session.query<SavedQuestion & object>(
      `SELECT ${COLUMNS} ${wanted} ORDER BY lower(title), id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, request.limit, offsetOf(request)],
    );
    const [count] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${wanted}`, values);
    return { items, total: count?.total ?? 0 };
  }

  /** Raw: locks the rows, but not against a change of what they say. */
  async hold(ids: readonly number[], dataSourceIds: readonly number[], others: readonly number[]): Promise<number> {
    const held = await this.session.query<{ isWanted: boolean }>(
      `SELECT id = ANY($1) AND data_source_id = ANY($2) AS "isWanted" FROM saved_questions
        WHERE id = ANY($1) AND data_source_id = ANY($2) OR id = ANY($3) ORDER BY id FOR KEY SHARE`,
      [ids, dataSourceIds, others],
    );
    return held.filter(({ isWanted }) => isWanted).length;
  }

  /** Raw: it raises the version and answers the row in one statement. */
  async change(id: number, version: number, to: Parameters<SavedQuestions['change']>[2]): Promise<SavedQuestion | null> {
    const { title, description, question, sql, chart, changedBy, changedAt } = to;
    const [changed] = await this.session.query<SavedQuestion & object>(
      `UPDATE saved_questions SET title = $3, description = $4, question = $5, sql = $6, chart = $7, version = version + 1,
              changed_by = $8, changed_at = $9
        WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}`,
      [id, version, title, description, question, sql, chart, changedBy, changedAt],
    );
    return changed ?? null;
  }

  async remove(id: number, version: number): Promise<boolean> {
    return (await this.questions.delete({ id, version })).affected === 1;
  }
}
