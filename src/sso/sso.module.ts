import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { OrganizationAdministrators } from './adapters/organizations/organization-administrators.js';
import { SqlConnectionTests } from './adapters/persistence/sql-connection-tests.js';
import { SqlConnections } from './adapters/persistence/sql-connections.js';
import { DescribeSsoReadiness } from './application/describe-sso-readiness.js';
import { FailTest } from './application/fail-test.js';
import { FindSignOnAddress } from './application/find-sign-on-address.js';
import { FindSignOnOfAddress } from './application/find-sign-on-of-address.js';
import { FinishTest } from './application/finish-test.js';
import { OpenTest } from './application/open-test.js';
import { Administrators } from './application/ports/administrators.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { Connections } from './application/ports/connections.js';
import { RecheckDomains } from './application/recheck-domains.js';
import { ServiceOrigin } from './domain/service-origin.js';
import { LOGIN_CONTROLLERS, LOGIN_PROVIDERS } from './login.providers.js';

/** What other contexts may ask for. */
const OFFERED = [FindSignOnAddress, FindSignOnOfAddress, DescribeSsoReadiness, RecheckDomains];

@Global()
@Module({
  controllers: [...LOGIN_CONTROLLERS],
  providers: [
    ...OFFERED,
    ...LOGIN_PROVIDERS,
    FailTest,
    FinishTest,
    OpenTest,
    { provide: ServiceOrigin, useFactory: (config: Config) => config.http, inject: [Config] },
    { provide: Connections, useClass: SqlConnections },
    { provide: ConnectionTests, useClass: SqlConnectionTests },
    { provide: Administrators, useClass: OrganizationAdministrators },
  ],
  exports: OFFERED,
})
export class SsoModule {}
