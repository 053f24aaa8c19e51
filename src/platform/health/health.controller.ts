import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Answers } from '../http/answers.js';
import { Public } from '../http/authentication.guard.js';
import { TimedDeparture } from '../http/timed-departure.js';
import { Unavailable } from '../../shared/domain-error.js';
import {
  APPLIED_MIGRATIONS,
  type AppliedMigration,
  type KnownMigration,
  assertMayServe,
} from '../database/schema-history.js';
import { TypeOrmSession } from '../database/typeorm-session.js';
import { VERSION } from '../database/version.js';

export class DatabaseHealth {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly known: readonly KnownMigration[],
  ) {}

  async answers(): Promise<void> {
    await this.session.query('SELECT 1');
  }

  async isMigrated(): Promise<void> {
    assertMayServe(await this.session.query<AppliedMigration>(APPLIED_MIGRATIONS), this.known, VERSION);
  }
}

const LONGEST_CHECK_MS = 3_000;

@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: DatabaseHealth,
    private readonly departure: TimedDeparture,
  ) {}

  @Public()
  @Get('live')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Whether the process runs; asks nothing else',
    status: 200,
    example: { status: 'ok' },
    errors: [],
    isPublic: true,
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Public()
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary:
      'Whether requests should be sent here: the database answers, all migrations are applied, and the instance stays',
    status: 200,
    example: { status: 'ok', details: { database: { status: 'up' }, migrations: { status: 'up' } } },
    errors: [],
    isPublic: true,
  })
  async ready(): Promise<Pick<HealthCheckResult, 'status' | 'details'>> {
    if (this.departure.hasBegun) throw new Unavailable('This instance is stopping.');
    const { status, details } = await this.health.check([
      async () =>
        this.indicators
          .check('database')
          .attempt(() => this.database.answers())
          .withTimeout(LONGEST_CHECK_MS),
      async () =>
        this.indicators
          .check('migrations')
          .attempt(() => this.database.isMigrated())
          .withTimeout(LONGEST_CHECK_MS),
    ]);
    return { status, details };
  }
}
