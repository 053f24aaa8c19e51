import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { GuardedFetch } from '../platform/network/guarded-fetch.js';
import { HostResolver } from '../platform/network/host-resolver.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Clock } from '../shared/ports/clock.js';
import { SsoEnforcementModule } from '../sso-enforcement/sso-enforcement.module.js';
import { KeysOfCallers } from './adapters/answers/keys-of-callers.js';
import { FetchedClientDocuments } from './adapters/documents/fetched-client-documents.js';
import { AccessKeysController } from './adapters/http/access-keys.controller.js';
import { AgentClientsController } from './adapters/http/agent-clients.controller.js';
import { AgentsController } from './adapters/http/agents.controller.js';
import { MemberAgentsController } from './adapters/http/member-agents.controller.js';
import { MemberKeysController } from './adapters/http/member-keys.controller.js';
import { OAuthMetadataController } from './adapters/http/oauth-metadata.controller.js';
import { SqlAgentClients } from './adapters/persistence/sql-agent-clients.js';
import { SqlAgentRuleBook } from './adapters/persistence/sql-agent-rule-book.js';
import { SqlAgentTokens } from './adapters/persistence/sql-agent-tokens.js';
import { SqlKeyRules } from './adapters/persistence/sql-key-rules.js';
import { TypeOrmAccessKeys } from './adapters/persistence/typeorm-access-keys.js';
import { OAuthDoor } from './adapters/server/oauth-door.js';
import { HmacTokenSuccession } from './adapters/tokens/hmac-token-succession.js';
import { AdmitKeys } from './application/admit-keys.js';
import { AllowAgent } from './application/allow-agent.js';
import { AllowKeys } from './application/allow-keys.js';
import { AuthenticateKey } from './application/authenticate-key.js';
import { ChangeClientSecrets } from './application/change-client-secrets.js';
import { CreateAccessKey } from './application/create-access-key.js';
import { EndGrant } from './application/end-grant.js';
import { EnterClient } from './application/enter-client.js';
import { FindClient } from './application/find-client.js';
import { GiveBackToken } from './application/give-back-token.js';
import { IdentifyClient } from './application/identify-client.js';
import { IntrospectToken } from './application/introspect-token.js';
import { IssueTokens } from './application/issue-tokens.js';
import { JudgeAgentRequest } from './application/judge-agent-request.js';
import { ListAccessKeys } from './application/list-access-keys.js';
import { ListClients } from './application/list-clients.js';
import { ListMemberKeys } from './application/list-member-keys.js';
import { OpenGrant } from './application/open-grant.js';
import { AccessKeys } from './application/ports/access-keys.js';
import { AgentClients } from './application/ports/agent-clients.js';
import { AgentRuleBook } from './application/ports/agent-rule-book.js';
import { AgentTokens, TokenSuccession } from './application/ports/agent-tokens.js';
import { ClientDocuments } from './application/ports/client-documents.js';
import { KeyRules } from './application/ports/key-rules.js';
import { SignOnAge } from './application/ports/sign-on-age.js';
import { ProveHolder } from './application/prove-holder.js';
import { PurgeAccessKeys } from './application/purge-access-keys.js';
import { RedeemCode } from './application/redeem-code.js';
import { RefreshTokens } from './application/refresh-tokens.js';
import { RegisterClient } from './application/register-client.js';
import { RemoveClient } from './application/remove-client.js';
import { ReplaceAgentRules } from './application/replace-agent-rules.js';
import { RevokeAccessKey } from './application/revoke-access-key.js';
import { SignedOnSince } from './application/signed-on-since.js';

@Module({
  imports: [AccountsModule, DataSourcesModule, OrganizationsModule, SessionsModule, SsoEnforcementModule],
  controllers: [
    AccessKeysController,
    AgentClientsController,
    AgentsController,
    MemberAgentsController,
    MemberKeysController,
    OAuthMetadataController,
  ],
  providers: [
    AdmitKeys,
    AllowAgent,
    AllowKeys,
    AuthenticateKey,
    ChangeClientSecrets,
    CreateAccessKey,
    EndGrant,
    EnterClient,
    FindClient,
    GiveBackToken,
    IdentifyClient,
    IntrospectToken,
    IssueTokens,
    JudgeAgentRequest,
    KeysOfCallers,
    ListAccessKeys,
    ListClients,
    ListMemberKeys,
    OAuthDoor,
    OpenGrant,
    ProveHolder,
    PurgeAccessKeys,
    RedeemCode,
    RefreshTokens,
    RegisterClient,
    RemoveClient,
    ReplaceAgentRules,
    RevokeAccessKey,
    SignedOnSince,
    scheduled('access_keys.purge', '29 4 * * *', PurgeAccessKeys),
    { provide: AccessKeys, useClass: TypeOrmAccessKeys },
    { provide: AgentClients, useClass: SqlAgentClients },
    { provide: AgentRuleBook, useClass: SqlAgentRuleBook },
    { provide: AgentTokens, useClass: SqlAgentTokens },
    {
      provide: ClientDocuments,
      // Not where identity providers may be: an operator opens private networks for those, and not to every program that a person opens.
      useFactory: (config: Config, resolver: HostResolver, clock: Clock): ClientDocuments =>
        new FetchedClientDocuments(new GuardedFetch(config, resolver, ['public']), clock),
      inject: [Config, HostResolver, Clock],
    },
    { provide: KeyRules, useClass: SqlKeyRules },
    { provide: TokenSuccession, useClass: HmacTokenSuccession },
    {
      provide: SignOnAge,
      useFactory: ({ sessions }: Config): SignOnAge => ({ seconds: sessions.absoluteSeconds }),
      inject: [Config],
    },
  ],
  exports: [AuthenticateKey, KeysOfCallers],
})
export class AgentsModule {}
