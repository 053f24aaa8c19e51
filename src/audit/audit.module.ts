import { SessionsModule } from '../sessions/sessions.module.js';
import { Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { DirectoryArchiveStore } from './adapters/archive/directory-archive-store.js';
import { S3ArchiveStore } from './adapters/archive/s3-archive-store.js';
import { HmacChainMarks } from './adapters/crypto/hmac-chain-marks.js';
import { InstallationAuditController } from './adapters/http/installation-audit.controller.js';
import { OrganizationAuditController } from './adapters/http/organization-audit.controller.js';
import { SecurityEventsController } from './adapters/http/security-events.controller.js';
import { LoggedAuditRuns } from './adapters/jobs/logged-audit-runs.js';
import { EventMetrics } from './adapters/persistence/event-metrics.js';
import { SqlArchives } from './adapters/persistence/sql-archives.js';
import { SqlAuditEvents } from './adapters/persistence/sql-audit-events.js';
import { SqlAuditTrail } from './adapters/persistence/sql-audit-trail.js';
import { SqlRefusalCounts } from './adapters/persistence/sql-refusal-counts.js';
import { SqlChains } from './adapters/persistence/sql-chains.js';
import { SqlSealingLag } from './adapters/persistence/sql-sealing-lag.js';
import { ArchiveAudit } from './application/archive-audit.js';
import { AuditDoor } from './application/audit-door.js';
import { ExportAuditEvents } from './application/export-audit-events.js';
import { ListAuditActions } from './application/list-audit-actions.js';
import { ListAuditEvents } from './application/list-audit-events.js';
import { ListRefusals } from './application/list-refusals.js';
import { ListSecurityEvents } from './application/list-security-events.js';
import { ArchiveStore } from './application/ports/archive-store.js';
import { Archives } from './application/ports/archives.js';
import { AuditEvents } from './application/ports/audit-events.js';
import { ChainMarks, Chains } from './application/ports/chains.js';
import { RefusalCounts } from './application/ports/refusal-counts.js';
import { PurgeRefusals } from './application/purge-refusals.js';
import { Retention } from './application/ports/retention.js';
import { SealAudit } from './application/seal-audit.js';
import { VerifyAuditArchive } from './application/verify-audit-archive.js';
import { VerifyAuditChain } from './application/verify-audit-chain.js';
import { Watermark } from './application/watermark.js';

@Module({
  imports: [SessionsModule],
  controllers: [OrganizationAuditController, InstallationAuditController, SecurityEventsController],
  providers: [
    SqlAuditTrail,
    EventMetrics,
    SqlSealingLag,
    { provide: AuditEvents, useClass: SqlAuditEvents },
    { provide: Chains, useClass: SqlChains },
    { provide: ChainMarks, useClass: HmacChainMarks },
    { provide: Archives, useClass: SqlArchives },
    {
      provide: ArchiveStore,
      useFactory: ({ audit: { archive } }: Config): ArchiveStore =>
        archive.s3 === undefined ? new DirectoryArchiveStore(archive.directory) : new S3ArchiveStore(archive.s3),
      inject: [Config],
    },
    {
      provide: Retention,
      useFactory: ({ audit }: Config): Retention => ({ days: audit.retentionDays }),
      inject: [Config],
    },
    ArchiveAudit,
    VerifyAuditArchive,
    SqlRefusalCounts,
    { provide: RefusalCounts, useExisting: SqlRefusalCounts },
    AuditDoor,
    Watermark,
    ListAuditActions,
    ListAuditEvents,
    ListSecurityEvents,
    ExportAuditEvents,
    VerifyAuditChain,
    SealAudit,
    ListRefusals,
    PurgeRefusals,
    LoggedAuditRuns,
    scheduled('audit.seal', '* * * * *', LoggedAuditRuns, (it) => it.seal()),
    scheduled('audit.archive', '41 3 * * *', LoggedAuditRuns, (it) => it.archive()),
    scheduled('audit.purge-refusals', '29 * * * *', PurgeRefusals),
  ],
  exports: [SqlAuditTrail],
})
export class AuditModule {}
