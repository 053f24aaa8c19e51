import { randomUUID } from 'node:crypto';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TerminusModule } from '@nestjs/terminus';
import type { Logger as PinoLogger } from 'pino';
import type { DataSource } from 'typeorm';
import { AttemptThrottle } from '../shared/ports/attempt-throttle.js';
import { Clock } from '../shared/ports/clock.js';
import { Faults } from '../shared/ports/faults.js';
import { Departure } from '../shared/ports/departure.js';
import { Heartbeat } from '../shared/ports/heartbeat.js';
import { JobRegistry, Jobs } from '../shared/ports/jobs.js';
import { SecretBox } from '../shared/ports/secret-box.js';
import { ServiceOrigin } from '../shared/ports/service-origin.js';
import { StaleReads } from '../shared/ports/stale-reads.js';
import { UnitOfWork } from '../shared/ports/unit-of-work.js';
import { Config } from './config/config.js';
import { ApplicationSecrets } from './crypto/application-secrets.js';
import { AdvisoryLocks } from './database/advisory-locks.js';
import { poolOf } from './database/connect.js';
import { noteOfWrite } from './database/last-writes.js';
import { Notices } from './database/notices.js';
import { OwnDatabase } from './database/own-database.js';
import { ReplicaReads } from './database/replica-reads.js';
import { Replicas } from './database/replicas.js';
import type { KnownMigration } from './database/schema-history.js';
import { TypeOrmSession } from './database/typeorm-session.js';
import { DatabaseHealth, HealthController } from './health/health.controller.js';
import { StuckPool } from './health/stuck-pool.js';
import { AuthenticationGuard } from './http/authentication.guard.js';
import { DeviceTokenCarrier } from './http/device-token.js';
import { ErrorFilter } from './http/error.filter.js';
import { FreshProof } from './http/fresh-proof.js';
import { JsonBodyGuard } from './http/json-body.js';
import { QuotaGuard } from './http/quotas/quota.guard.js';
import { Quotas } from './http/quotas/quotas.js';
import { SessionCookie } from './http/session-cookie.js';
import { EveryFault } from './http/every-fault.js';
import { RequestValidationPipe } from './http/request-validation.pipe.js';
import { StepUpGuard } from './http/step-up.guard.js';
import { TimedDeparture } from './http/timed-departure.js';
import { SqlIdempotencyKeys } from './http/idempotency/sql-idempotency-keys.js';
import { GraphileJobs } from './jobs/graphile-jobs.js';
import { GraphileWorker } from './jobs/graphile-worker.js';
import { JobMetrics } from './jobs/job-metrics.js';
import { scheduled } from './jobs/job-providers.js';
import { LoggedFaults } from './logging/logged-faults.js';
import { Logger } from './logging/logger.js';
import { MailModule } from './mail/mail.module.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { measurePool, measureReadiness } from './metrics/service-metrics.js';
import { GuardedFetch } from './network/guarded-fetch.js';
import { HostResolver, SystemResolver } from './network/host-resolver.js';
import { LocalRecords, NO_LOCAL_RECORDS } from './network/local-records.js';
import { SqlAttemptThrottle } from './throttle/sql-attempt-throttle.js';
import { ClockSkew } from './time/clock-skew.js';
import { SecondHeartbeat } from './time/second-heartbeat.js';

/** What exists before the application: made at start, by the command line, or by a test. */
export interface Foundations {
  readonly config: Config;
  readonly logger: PinoLogger;
  readonly dataSource: DataSource;
  readonly databaseUrl: string;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  /** None unless a demo brings some. */
  readonly localRecords?: LocalRecords;
}

@Global()
@Module({})
export class PlatformModule {
  static on(foundations: Foundations, migrations: readonly KnownMigration[]): DynamicModule {
    const { config, logger, dataSource, databaseUrl, secretBox, clock } = foundations;
    const { poolSize, statementMs, answerMs, replicas } = config.database;
    const { urls, maxLagMs } = replicas;
    const exports = [
      Config,
      Logger,
      OwnDatabase,
      TypeOrmSession,
      AdvisoryLocks,
      Notices,
      UnitOfWork,
      StaleReads,
      SecretBox,
      ApplicationSecrets,
      DeviceTokenCarrier,
      SessionCookie,
      FreshProof,
      Clock,
      Faults,
      AttemptThrottle,
      SqlIdempotencyKeys,
      Quotas,
      Jobs,
      Heartbeat,
      Departure,
      JobRegistry,
      GraphileWorker,
      Metrics,
      ServiceOrigin,
      HostResolver,
      LocalRecords,
      GuardedFetch,
      PassportModule,
    ];
    return {
      module: PlatformModule,
      imports: [
        TerminusModule.forRoot({ logger: false }),
        MailModule,
        // Passport's registry is global to the process, so each application has its own name in it.
        PassportModule.register({ defaultStrategy: `access-token-${randomUUID()}`, property: 'caller' }),
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Config, useValue: config },
        { provide: ServiceOrigin, useValue: config.http },
        { provide: Logger, useValue: logger },
        { provide: OwnDatabase, useFactory: () => new OwnDatabase(databaseUrl) },
        {
          provide: TypeOrmSession,
          // If replicas answer no reads, no code asks who has written.
          useFactory: () => new TypeOrmSession(dataSource, urls.length === 0 ? undefined : noteOfWrite),
        },
        {
          provide: Replicas,
          useFactory: () => Replicas.open({ primaryUrl: databaseUrl, urls, maxLagMs, poolSize, statementMs, answerMs, logger }),
        },
        {
          provide: StaleReads,
          useFactory: (session: TypeOrmSession, replicas: Replicas, metrics: Metrics) => new ReplicaReads(session, replicas, metrics),
          inject: [TypeOrmSession, Replicas, Metrics],
        },
        {
          provide: Notices,
          useFactory: () => new Notices({ url: databaseUrl, aliveMs: config.database.connectMs }, logger),
        },
        {
          provide: AdvisoryLocks,
          useValue: new AdvisoryLocks({ url: databaseUrl, aliveMs: config.database.connectMs }),
        },
        { provide: UnitOfWork, useExisting: TypeOrmSession },
        { provide: SecretBox, useValue: secretBox },
        { provide: Clock, useValue: clock },
        { provide: Faults, useClass: LoggedFaults },
        ApplicationSecrets,
        DeviceTokenCarrier,
        SessionCookie,
        FreshProof,
        SqlAttemptThrottle,
        { provide: AttemptThrottle, useExisting: SqlAttemptThrottle },
        SqlIdempotencyKeys,
        scheduled('idempotency-keys.purge', '41 * * * *', SqlIdempotencyKeys, (it) => it.purge()),
        Quotas,
        scheduled('quotas.purge', '7 * * * *', Quotas, (it) => it.purge()),
        { provide: Heartbeat, useClass: SecondHeartbeat },
        TimedDeparture,
        { provide: Departure, useExisting: TimedDeparture },
        { provide: Jobs, useClass: GraphileJobs },
        {
          provide: GraphileWorker,
          useFactory: (session: TypeOrmSession, metrics: Metrics) => {
            const watch = new JobMetrics(metrics, session, clock);
            return new GraphileWorker(databaseUrl, logger, { deadlines: config.database, watch });
          },
          inject: [TypeOrmSession, Metrics],
        },
        { provide: JobRegistry, useExisting: GraphileWorker },
        Metrics,
        {
          provide: DatabaseHealth,
          useFactory: (session: TypeOrmSession, metrics: Metrics, departure: TimedDeparture) => {
            const pool = poolOf(dataSource);
            const stuckPool = new StuckPool(pool, databaseUrl, config.database);
            const health = new DatabaseHealth(session, pool, stuckPool, migrations);
            measurePool(metrics, pool);
            measureReadiness(metrics, clock, departure, () => health.assertReady());
            return health;
          },
          inject: [TypeOrmSession, Metrics, TimedDeparture],
        },
        {
          provide: ClockSkew,
          useFactory: (session: TypeOrmSession, metrics: Metrics) => new ClockSkew(session, clock, logger, metrics),
          inject: [TypeOrmSession, Metrics],
        },
        scheduled('throttles.purge', '23 * * * *', SqlAttemptThrottle, (it) => it.purge()),
        { provide: HostResolver, useClass: SystemResolver },
        { provide: LocalRecords, useValue: foundations.localRecords ?? NO_LOCAL_RECORDS },
        GuardedFetch,
        // The order is the order of checks: who calls, then what they send.
        { provide: APP_GUARD, useClass: AuthenticationGuard },
        { provide: APP_GUARD, useClass: QuotaGuard },
        { provide: APP_GUARD, useClass: StepUpGuard },
        { provide: APP_GUARD, useClass: JsonBodyGuard },
        RequestValidationPipe,
        EveryFault,
        { provide: APP_PIPE, useExisting: RequestValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports,
    };
  }
}
