import { Controller, Get, Header, HttpException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { z } from 'zod';
import { Operation } from '../http/operation.js';
import { component } from '../http/response-schemas.js';
import { Public } from '../http/authentication.guard.js';
import { TimedDeparture } from '../http/timed-departure.js';
import { APPLIED_MIGRATIONS, type AppliedMigration, type KnownMigration, assertMayServe } from '../database/schema-history.js';
import { isWriteRefused } from '../database/database-errors.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { VERSION } from '../database/version.js';
import type { WatchedPool } from '../database/watched-pool.js';
import { Logger } from '../logging/logger.js';
import { Unavailable } from '../../shared/domain-error.js';
import type { StuckPool } from './stuck-pool.js';

/** Makes a file on the disk longer and writes to the log of the server, and leaves nothing. */
const WRITE_PROBE = `CREATE TEMPORARY TABLE headgate_write_probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS filling`;

/** Raw: asks the server, and no table of a context. */
export class DatabaseHealth {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly pool: WatchedPool,
    private readonly stuckPool: StuckPool,
    private readonly known: readonly KnownMigration[],
  ) {}

  isStuck(): boolean {
    return this.stuckPool.check();
  }

  /** @throws the first thing that is wrong */
  async assertReady(): Promise<void> {
    await this.answers();
    await this.writes();
    await this.isMigrated();
  }

  async answers(): Promise<void> {
    await this.session.query('SELECT 1');
  }

  async isMigrated(): Promise<void> {
    assertMayServe(await this.session.query<AppliedMigration>(APPLIED_MIGRATIONS), this.known, VERSION);
  }

  /** Tries to write only after a write was refused, until one succeeds. */
  async writes(): Promise<void> {
    const [row] = await this.session.query<{ isReadOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    );
    if (row?.isReadOnly !== false) {
      this.pool.leaveReadOnlyServer();
      throw new Error('The database only reads.');
    }
    if (!this.pool.hasRefusedWrites) return;
    try {
      await this.session.execute(WRITE_PROBE);
    } catch (error) {
      // A role that may not make such a table learns nothing by it.
      if (isWriteRefused(error)) throw error;
    }
    this.pool.hasRefusedWrites = false;
  }
}

const LONGEST_CHECK_MS = 3_000;

const Liveness = component('Liveness', z.object({ status: z.literal('ok') }), { status: 'ok' });

const Readiness = component(
  'Readiness',
  z.object({
    status: z.literal('ok'),
    version: z.string().meta({ description: 'Of the service; the typed client has the same.' }),
    details: z.record(
      z.string(),
      z.object({
        status: z.enum(['up', 'down', 'degraded']),
        responseTime: z.number().optional().meta({ description: 'Milliseconds.' }),
      }),
    ),
  }),
  { status: 'ok', version: '0.2.0', details: { database: { status: 'up' }, writes: { status: 'up' }, migrations: { status: 'up' } } },
);

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabaseHealth,
    private readonly departure: TimedDeparture,
    private readonly logger: Logger,
  ) {}

  @Public()
  @Get('live')
  @Header('Cache-Control', 'no-store')
  @Operation({
    id: 'checkLiveness',
    summary: 'Tell whether the process runs',
    description: '503 if only a restart can restore the connection to the database.',
    status: 200,
    answer: Liveness,
    errors: [],
  })
  live(): z.infer<typeof Liveness> {
    if (this.database.isStuck()) throw new Unavailable('The connections to the database do not recover. Restart this instance.');
    return { status: 'ok' };
  }

  @Public()
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Operation({
    id: 'checkReadiness',
    summary: 'Tell whether requests should be sent here',
    description: 'Yes if the database answers and writes, all migrations are applied, and the instance is not stopping.',
    status: 200,
    answer: Readiness,
    errors: [],
  })
  async ready(): Promise<z.infer<typeof Readiness>> {
    if (this.departure.hasBegun) throw new Unavailable('This instance is stopping.');
    const { details } = await this.check().catch((error: unknown) => {
      if (!(error instanceof HttpException)) throw error;
      this.logger.warn({ checks: error.getResponse() }, 'not ready');
      throw new Unavailable();
    });
    return { status: 'ok', version: VERSION, details };
  }

  private check(): Promise<HealthCheckResult> {
    return this.health.check([
      async () =>
        this.indicators
          .check('database')
          .attempt(() => this.database.answers())
          .withTimeout(LONGEST_CHECK_MS),
      async () =>
        this.indicators
          .check('writes')
          .attempt(() => this.database.writes())
          .withTimeout(LONGEST_CHECK_MS),
      async () =>
        this.indicators
          .check('migrations')
          .attempt(() => this.database.isMigrated())
          .withTimeout(LONGEST_CHECK_MS),
    ]);
  }
}
