import { Injectable } from '@nestjs/common';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Boards, type ChangedBoard, type NewBoard, type SoughtBoards } from '../../application/ports/boards.js';
import type { Board } from '../../domain/board.js';
import type { SavedQuestion } from '../../domain/saved-question.js';
import { boardSchema, savedQuestionSchema } from './schemas.js';

const OWN = ofCaller({ organization: 'board.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });
const COLUMNS = `id, organization_id AS "organizationId", name, version, created_by AS "createdBy", changed_by AS "changedBy",
  created_at AS "createdAt", changed_at AS "changedAt"`;

@Injectable()
export class TypeOrmBoards extends Boards {
  private readonly boards;
  private readonly questions;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.boards = session.repository(boardSchema);
    this.questions = session.repository(savedQuestionSchema);
  }

  /** Raw: a lock of an advisory kind, since the rows that others add are not there to be locked. */
  async countOf(organizationId: number): Promise<number> {
    await this.session.query("SELECT pg_advisory_xact_lock(hashtext('boards'), $1)", [organizationId]);
    return this.boards.countBy({ organizationId });
  }

  async add({ questionIds, ...board }: NewBoard): Promise<Board> {
    const made = { ...board, version: 1, createdBy: board.changedBy, createdAt: board.changedAt };
    const id = await insertedId(this.boards, made);
    await this.put(id, questionIds);
    return { ...made, id };
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Board | null> {
    return this.boards.createQueryBuilder('board').where({ id }).andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  questionsOf(id: number): Promise<readonly SavedQuestion[]> {
    return this.questions
      .createQueryBuilder('saved')
      .innerJoin('board_questions', 'placed', 'placed.question_id = saved.id AND placed.board_id = :id', { id })
      .orderBy('placed.position')
      .getMany();
  }

  /** Raw: what is on a board is asked in the same statement, so that pages and totals hold what the reader may open. */
  async pageOf({ authorId, isAuthorLimited, organizationIds, dataSourceIds }: SoughtBoards, request: PageRequest): Promise<Page<Board>> {
    const wanted = `FROM boards WHERE organization_id = ANY($1) AND (
      created_by = $2 AND NOT ($4 AND EXISTS (SELECT FROM board_questions placed WHERE placed.board_id = boards.id)) OR EXISTS (
      SELECT FROM board_questions placed JOIN saved_questions saved ON saved.id = placed.question_id
       WHERE placed.board_id = boards.id AND saved.data_source_id = ANY($3)))`;
    const values = [organizationIds, authorId, dataSourceIds, isAuthorLimited];
    const items = await this.session.query<Board & object>(`SELECT ${COLUMNS} ${wanted} ORDER BY lower(name), id LIMIT $5 OFFSET $6`, [
      ...values,
      request.limit,
      offsetOf(request),
    ]);
    const [count] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${wanted}`, values);
    return { items, total: count?.total ?? 0 };
  }

  /** Raw: it raises the version and answers the row in one statement. */
  async change(id: number, version: number, { name, questionIds, changedBy, changedAt }: ChangedBoard): Promise<Board | null> {
    const [changed] = await this.session.query<Board & object>(
      `UPDATE boards SET name = $3, version = version + 1, changed_by = $4, changed_at = $5
        WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}`,
      [id, version, name, changedBy, changedAt],
    );
    if (changed === undefined) return null;
    if (questionIds === null) return changed;
    // Raw: it belongs to the statement below.
    await this.session.query('DELETE FROM board_questions WHERE board_id = $1', [id]);
    await this.put(id, questionIds);
    return changed;
  }

  async remove(id: number, version: number): Promise<boolean> {
    return (await this.boards.delete({ id, version })).affected === 1;
  }

  /** Raw: a set in its order, without those that were deleted since they were read. */
  private async put(id: number, questionIds: readonly number[]): Promise<void> {
    await this.session.query(
      `INSERT INTO board_questions (board_id, question_id, position)
       SELECT $1, saved.id, wanted.position FROM unnest($2::int[]) WITH ORDINALITY AS wanted(id, position)
         JOIN saved_questions saved ON saved.id = wanted.id
          FOR KEY SHARE OF saved`,
      [id, questionIds],
    );
  }
}
