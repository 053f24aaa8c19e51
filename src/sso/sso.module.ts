import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { SqlOwnedDomains } from './adapters/persistence/sql-owned-domains.js';
import { OwnedDomains } from './application/ports/owned-domains.js';
import { ServiceOrigin } from './domain/service-origin.js';
import { AccountPeople } from './adapters/accounts/account-people.js';
import { SqlConnectionTests } from './adapters/persistence/sql-connection-tests.js';
import { SqlConnections } from './adapters/persistence/sql-connections.js';
import { DescribeSsoReadiness } from './application/describe-sso-readiness.js';
import { FindSignOnAddress } from './application/find-sign-on-address.js';
import { FindSignOnOfAddress } from './application/find-sign-on-of-address.js';
import { RecheckDomains } from './application/recheck-domains.js';
import { FailTest } from './application/fail-test.js';
import { FinishTest } from './application/finish-test.js';
import { OpenTest } from './application/open-test.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { Connections } from './application/ports/connections.js';
import { People } from './application/ports/people.js';

/** What other contexts may ask for. */
const OFFERED = [FindSignOnAddress, FindSignOnOfAddress, DescribeSsoReadiness, RecheckDomains];

@Global()
@Module({
  controllers: [],
  providers: [
    ...OFFERED,
    FailTest,
    FinishTest,
    OpenTest,
    { provide: OwnedDomains, useClass: SqlOwnedDomains },
    { provide: ServiceOrigin, useFactory: (config: Config) => config.http, inject: [Config] },
    { provide: Connections, useClass: SqlConnections },
    { provide: ConnectionTests, useClass: SqlConnectionTests },
    { provide: People, useClass: AccountPeople },
  ],
  exports: OFFERED,
})
export class SsoModule {}
