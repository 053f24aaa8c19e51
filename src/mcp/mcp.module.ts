import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AskModule } from '../ask/ask.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { SchemaContextModule } from '../schema-context/schema-context.module.js';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { PromptTemplatesModule } from '../prompt-templates/prompt-templates.module.js';
import { QueryGenerationModule } from '../query-generation/query-generation.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SsoEnforcementModule } from '../sso-enforcement/sso-enforcement.module.js';
import { AccessKeysController } from './adapters/http/access-keys.controller.js';
import { MemberKeysController } from './adapters/http/member-keys.controller.js';
import { KeysOfCallers } from './adapters/answers/keys-of-callers.js';
import { SqlKeyRules } from './adapters/persistence/sql-key-rules.js';
import { TypeOrmAccessKeys } from './adapters/persistence/typeorm-access-keys.js';
import { AskTool } from './adapters/server/ask-tool.js';
import { DataTools } from './adapters/server/data-tools.js';
import { McpDoor } from './adapters/server/mcp-door.js';
import { TemplateTools } from './adapters/server/template-tools.js';
import { AdmitKeys } from './application/admit-keys.js';
import { AllowKeys } from './application/allow-keys.js';
import { AuthenticateKey } from './application/authenticate-key.js';
import { CreateAccessKey } from './application/create-access-key.js';
import { ListAccessKeys } from './application/list-access-keys.js';
import { ListMemberKeys } from './application/list-member-keys.js';
import { AccessKeys } from './application/ports/access-keys.js';
import { KeyRules } from './application/ports/key-rules.js';
import { SignOnAge } from './application/ports/sign-on-age.js';
import { ProveHolder } from './application/prove-holder.js';
import { PurgeAccessKeys } from './application/purge-access-keys.js';
import { RevokeAccessKey } from './application/revoke-access-key.js';
import { SignedOnSince } from './application/signed-on-since.js';

@Module({
  imports: [
    AccountsModule,
    AskModule,
    DataSourcesModule,
    SchemaContextModule,
    PromptTemplatesModule,
    QueryGenerationModule,
    SessionsModule,
    SsoEnforcementModule,
  ],
  controllers: [AccessKeysController, MemberKeysController],
  providers: [
    AdmitKeys,
    AllowKeys,
    AskTool,
    AuthenticateKey,
    CreateAccessKey,
    DataTools,
    KeysOfCallers,
    ListAccessKeys,
    ListMemberKeys,
    McpDoor,
    ProveHolder,
    PurgeAccessKeys,
    RevokeAccessKey,
    scheduled('access_keys.purge', '29 4 * * *', PurgeAccessKeys),
    SignedOnSince,
    TemplateTools,
    { provide: AccessKeys, useClass: TypeOrmAccessKeys },
    { provide: KeyRules, useClass: SqlKeyRules },
    {
      provide: SignOnAge,
      useFactory: ({ sessions }: Config): SignOnAge => ({ seconds: sessions.absoluteSeconds }),
      inject: [Config],
    },
  ],
  exports: [KeysOfCallers],
})
export class McpModule {}
