import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { DeadTokenRefusals } from './adapters/http/dead-token-refusals.js';
import { RequestJournal } from './adapters/http/request-journal.js';
import { ScimDoor } from './adapters/http/scim-door.js';
import { ScimEventsController } from './adapters/http/scim-events.controller.js';
import { ScimTokensController } from './adapters/http/scim-tokens.controller.js';
import { ScimJobs } from './adapters/jobs/scim-jobs.js';
import { BatchedProvisioningLog } from './adapters/persistence/batched-provisioning-log.js';
import { SqlProvisioningEvents } from './adapters/persistence/sql-provisioning-events.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { SqlScimTokens } from './adapters/persistence/sql-scim-tokens.js';
import { AuthenticateProvisioner } from './application/authenticate-provisioner.js';
import { EnterScimToken } from './application/enter-scim-token.js';
import { IssueScimToken } from './application/issue-scim-token.js';
import { ListProvisioningEvents } from './application/list-provisioning-events.js';
import { ListScimTokens } from './application/list-scim-tokens.js';
import { EventTerms, ProvisioningEvents, ProvisioningLog } from './application/ports/provisioning-log.js';
import { Resources } from './application/ports/resources.js';
import { ScimTokens } from './application/ports/scim-tokens.js';
import { PurgeProvisioningEvents } from './application/purge-provisioning-events.js';
import { RevokeScimToken } from './application/revoke-scim-token.js';
import { RotateScimToken } from './application/rotate-scim-token.js';

@Global()
@Module({
  controllers: [ScimEventsController, ScimTokensController],
  providers: [
    AuthenticateProvisioner,
    DeadTokenRefusals,
    EnterScimToken,
    IssueScimToken,
    ListProvisioningEvents,
    ListScimTokens,
    PurgeProvisioningEvents,
    RequestJournal,
    RevokeScimToken,
    RotateScimToken,
    ScimDoor,
    ScimJobs,
    { provide: ProvisioningEvents, useClass: SqlProvisioningEvents },
    { provide: ProvisioningLog, useClass: BatchedProvisioningLog },
    { provide: Resources, useClass: SqlResources },
    { provide: ScimTokens, useClass: SqlScimTokens },
    {
      provide: EventTerms,
      useFactory: ({ scim }: Config): EventTerms => ({ keptDays: scim.eventDays }),
      inject: [Config],
    },
  ],
})
export class ScimModule {}
