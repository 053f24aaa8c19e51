import { OrganizationsModule } from '../organizations/organizations.module.js';
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
import { FairQueue } from '../shared/fair-queue.js';
import { GuardedFetch } from '../platform/network/guarded-fetch.js';
import { HostResolver } from '../platform/network/host-resolver.js';
import { WebhookDeliveriesController } from './adapters/http/webhook-deliveries.controller.js';
import { WebhooksController } from './adapters/http/webhooks.controller.js';
import { TypeOrmDeliveries } from './adapters/persistence/typeorm-deliveries.js';
import { TypeOrmWebhookSecrets } from './adapters/persistence/typeorm-webhook-secrets.js';
import { TypeOrmWebhooks } from './adapters/persistence/typeorm-webhooks.js';
import { StandardWebhookReceiver } from './adapters/receiver/standard-webhook-receiver.js';
import { AnnouncePause } from './application/announce-pause.js';
import { AttemptDelivery } from './application/attempt-delivery.js';
import { ChangeWebhook } from './application/change-webhook.js';
import { CreateWebhook } from './application/create-webhook.js';
import { DeleteWebhook } from './application/delete-webhook.js';
import { DeliverEvents } from './application/deliver-events.js';
import { EnterWebhook } from './application/enter-webhook.js';
import { ListDeliveries } from './application/list-deliveries.js';
import { ListWebhooks } from './application/list-webhooks.js';
import { ReplayEvents } from './application/replay-events.js';
import { SetEventAside } from './application/set-event-aside.js';
import { PurgeDeliveries } from './application/purge-deliveries.js';
import { ReplaceWebhookSecret } from './application/replace-webhook-secret.js';
import { SendToWebhook } from './application/send-to-webhook.js';
import { WebhookReceiver } from './application/ports/webhook-receiver.js';
import { Deliveries, WebhookSecrets, Webhooks } from './application/ports/webhooks.js';
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
  imports: [OrganizationsModule, SessionsModule],
  controllers: [
    OrganizationAuditController,
    InstallationAuditController,
    SecurityEventsController,
    WebhooksController,
    WebhookDeliveriesController,
  ],
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
    {
      provide: WebhookReceiver,
      useFactory: (config: Config, resolver: HostResolver): WebhookReceiver => {
        const { webhookNetworks } = config.audit;
        return new StandardWebhookReceiver(
          // `DeliverEvents` bounds what it sends at once, and an event must not wait for those of other webhooks.
          new GuardedFetch(config, resolver, webhookNetworks, new FairQueue(Infinity)),
          new GuardedFetch(config, resolver, webhookNetworks),
        );
      },
      inject: [Config, HostResolver],
    },
    { provide: Webhooks, useClass: TypeOrmWebhooks },
    { provide: WebhookSecrets, useClass: TypeOrmWebhookSecrets },
    { provide: Deliveries, useClass: TypeOrmDeliveries },
    AnnouncePause,
    AttemptDelivery,
    ChangeWebhook,
    CreateWebhook,
    DeleteWebhook,
    DeliverEvents,
    EnterWebhook,
    ListDeliveries,
    ListWebhooks,
    ReplayEvents,
    SetEventAside,
    PurgeDeliveries,
    ReplaceWebhookSecret,
    SendToWebhook,
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
    scheduled('webhooks.deliver', '* * * * *', DeliverEvents),
    scheduled('webhooks.purge-deliveries', '17 4 * * *', PurgeDeliveries),
    scheduled('audit.purge-refusals', '29 * * * *', PurgeRefusals),
  ],
  exports: [SqlAuditTrail],
})
export class AuditModule {}
