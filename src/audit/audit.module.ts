import { Global, Module } from '@nestjs/common';
import { AuditTrail } from '../shared/ports/audit-trail.js';
import { HmacChainMarks } from './adapters/crypto/hmac-chain-marks.js';
import { InstallationAuditController } from './adapters/http/installation-audit.controller.js';
import { OrganizationAuditController } from './adapters/http/organization-audit.controller.js';
import { SecurityEventsController } from './adapters/http/security-events.controller.js';
import { AuditJobs } from './adapters/jobs/audit-jobs.js';
import { SqlAuditEvents } from './adapters/persistence/sql-audit-events.js';
import { SqlAuditTrail } from './adapters/persistence/sql-audit-trail.js';
import { SqlRefusalCounts } from './adapters/persistence/sql-refusal-counts.js';
import { SqlChains } from './adapters/persistence/sql-chains.js';
import { AuditDoor } from './application/audit-door.js';
import { ExportAuditEvents } from './application/export-audit-events.js';
import { ListAuditEvents } from './application/list-audit-events.js';
import { ListRefusals } from './application/list-refusals.js';
import { ListSecurityEvents } from './application/list-security-events.js';
import { AuditEvents } from './application/ports/audit-events.js';
import { ChainMarks } from './application/ports/chain-marks.js';
import { Chains } from './application/ports/chains.js';
import { RefusalCounts } from './application/ports/refusal-counts.js';
import { PurgeRefusals } from './application/purge-refusals.js';
import { SealAudit } from './application/seal-audit.js';
import { VerifyAuditChain } from './application/verify-audit-chain.js';
import { Watermark } from './application/watermark.js';

@Global()
@Module({
  controllers: [OrganizationAuditController, InstallationAuditController, SecurityEventsController],
  providers: [
    { provide: AuditTrail, useClass: SqlAuditTrail },
    { provide: AuditEvents, useClass: SqlAuditEvents },
    { provide: Chains, useClass: SqlChains },
    { provide: ChainMarks, useClass: HmacChainMarks },
    SqlRefusalCounts,
    { provide: RefusalCounts, useExisting: SqlRefusalCounts },
    AuditDoor,
    Watermark,
    ListAuditEvents,
    ListSecurityEvents,
    ExportAuditEvents,
    VerifyAuditChain,
    SealAudit,
    ListRefusals,
    PurgeRefusals,
    AuditJobs,
  ],
  exports: [AuditTrail],
})
export class AuditModule {}
