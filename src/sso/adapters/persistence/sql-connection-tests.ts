import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { ConnectionTests, type NewConnectionTest } from '../../application/ports/connection-tests.js';
import type { ConnectionTest, TestOutcome, TestStatus, TestStep } from '../../domain/connection-test.js';

const COLUMNS = `id, organization_id AS "organizationId", connection_id AS "connectionId",
  configuration_version AS "configurationVersion", started_by AS "startedBy", status, steps, outcome,
  started_at AS "startedAt", expires_at AS "expiresAt", finished_at AS "finishedAt"`;

type Row = ConnectionTest & object;

@Injectable()
export class SqlConnectionTests extends ConnectionTests {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(test: NewConnectionTest): Promise<ConnectionTest> {
    const { organizationId, connectionId, configurationVersion, startedBy, ticketHash, status, steps } = test;
    const [row] = await this.session.query<Row>(
      `INSERT INTO sso_tests (organization_id, connection_id, configuration_version, started_by, ticket_hash, status, steps,
                              started_at, expires_at, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
      [
        organizationId,
        connectionId,
        configurationVersion,
        startedBy,
        ticketHash,
        status,
        JSON.stringify(steps),
        test.startedAt,
        test.expiresAt,
        test.finishedAt,
      ],
    );
    if (row === undefined) throw new Error('The test was not inserted.');
    return row;
  }

  async find(connectionId: number, id: number): Promise<ConnectionTest | null> {
    const [row] = await this.session.query<Row>(
      `SELECT ${COLUMNS} FROM sso_tests WHERE connection_id = $1 AND id = $2`,
      [connectionId, id],
    );
    return row ?? null;
  }

  async findByTicket(connectionId: number, ticketHash: Uint8Array): Promise<ConnectionTest | null> {
    const [row] = await this.session.query<Row>(
      `SELECT ${COLUMNS} FROM sso_tests WHERE connection_id = $1 AND ticket_hash = $2`,
      [connectionId, ticketHash],
    );
    return row ?? null;
  }

  async lock(id: number): Promise<ConnectionTest | null> {
    const [row] = await this.session.query<Row>(`SELECT ${COLUMNS} FROM sso_tests WHERE id = $1 FOR UPDATE`, [id]);
    return row ?? null;
  }

  async pageOf(connectionId: number, request: PageRequest): Promise<Page<ConnectionTest>> {
    const items = await this.session.query<Row>(
      `SELECT ${COLUMNS} FROM sso_tests WHERE connection_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [connectionId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_tests WHERE connection_id = $1',
      [connectionId],
    );
    return { items, total: counted?.total ?? 0 };
  }

  async finish(
    id: number,
    result: { status: TestStatus; steps: readonly TestStep[]; outcome: TestOutcome; at: Date },
  ): Promise<void> {
    await this.session.execute(
      'UPDATE sso_tests SET status = $2, steps = $3, outcome = $4, finished_at = $5 WHERE id = $1',
      [id, result.status, JSON.stringify(result.steps), JSON.stringify(result.outcome), result.at],
    );
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM sso_tests WHERE started_at < $1', [before]);
  }
}
