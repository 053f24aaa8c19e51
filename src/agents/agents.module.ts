import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { Config } from '../platform/config/config.js';
import { scheduled } from '../platform/jobs/job-providers.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SsoEnforcementModule } from '../sso-enforcement/sso-enforcement.module.js';
import { KeysOfCallers } from './adapters/answers/keys-of-callers.js';
import { AccessKeysController } from './adapters/http/access-keys.controller.js';
import { MemberKeysController } from './adapters/http/member-keys.controller.js';
import { SqlKeyRules } from './adapters/persistence/sql-key-rules.js';
import { TypeOrmAccessKeys } from './adapters/persistence/typeorm-access-keys.js';
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
  imports: [AccountsModule, DataSourcesModule, SessionsModule, SsoEnforcementModule],
  controllers: [AccessKeysController, MemberKeysController],
  providers: [
    AdmitKeys,
    AllowKeys,
    AuthenticateKey,
    CreateAccessKey,
    KeysOfCallers,
    ListAccessKeys,
    ListMemberKeys,
    ProveHolder,
    PurgeAccessKeys,
    RevokeAccessKey,
    scheduled('access_keys.purge', '29 4 * * *', PurgeAccessKeys),
    SignedOnSince,
    { provide: AccessKeys, useClass: TypeOrmAccessKeys },
    { provide: KeyRules, useClass: SqlKeyRules },
    {
      provide: SignOnAge,
      useFactory: ({ sessions }: Config): SignOnAge => ({ seconds: sessions.absoluteSeconds }),
      inject: [Config],
    },
  ],
  exports: [AuthenticateKey, KeysOfCallers],
})
export class AgentsModule {}
