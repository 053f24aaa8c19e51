import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Feedback, type GivenFeedback } from '../../application/ports/feedback.js';
import type { Example } from '../../domain/prompt.js';

/** The latest ones. */
const MOST_COMPARED = 500;
/** Characters. */
const LONGEST_COMPARED = 1_000;
/** As for verified pairs. */
const LEAST_LIKENESS = 0.15;

/** Raw: feedback is given by an upsert, and questions are compared by one statement over two tables. */
@Injectable()
export class SqlFeedback extends Feedback {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async give({ executionId, userId, isRight, correctedSql, givenAt }: GivenFeedback): Promise<void> {
    await this.session.execute(
      `INSERT INTO query_feedback (execution_id, user_id, is_right, corrected_sql, given_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (execution_id) DO UPDATE SET user_id = $2, is_right = $3, corrected_sql = $4, given_at = $5`,
      [executionId, userId, isRight, correctedSql, givenAt],
    );
  }

  async correctionOf(executionId: number): Promise<{ sql: string; userId: number | null } | null> {
    const [row] = await this.session.query<{ sql: string; userId: number | null }>(
      `SELECT corrected_sql AS sql, user_id AS "userId" FROM query_feedback
        WHERE execution_id = $1 AND corrected_sql IS NOT NULL`,
      [executionId],
    );
    return row ?? null;
  }

  similar(wanted: Parameters<Feedback['similar']>[0], most: number): Promise<readonly Example[]> {
    const { organizationId, dataSourceId, question, givers } = wanted;
    return this.session.query<Example & object>(
      // The latest feedback for each question. Comparing takes time in proportion to the length of each text.
      `SELECT question, sql
         FROM (SELECT DISTINCT ON (question) id, question, sql,
                      similarity(left(question, ${LONGEST_COMPARED}), left($3, ${LONGEST_COMPARED})) AS likeness
                 FROM (SELECT e.id, e.question, coalesce(f.corrected_sql, e.sql) AS sql, f.given_at
                         FROM query_feedback f JOIN query_executions e ON e.id = f.execution_id
                        WHERE e.organization_id = $1 AND e.data_source_id = $2 AND e.question IS NOT NULL
                          AND f.user_id = ANY ($5::int[])
                          AND (f.corrected_sql IS NOT NULL OR (f.is_right AND e.sql IS NOT NULL))
                        ORDER BY f.given_at DESC LIMIT ${MOST_COMPARED}) latest
                ORDER BY question, given_at DESC) pairs
        WHERE likeness >= ${LEAST_LIKENESS} ORDER BY likeness DESC, id DESC LIMIT $4`,
      [organizationId, dataSourceId, question.replaceAll('\0', ' '), most, givers],
    );
  }
}
