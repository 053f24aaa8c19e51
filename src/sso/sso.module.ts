import { Global, Module } from '@nestjs/common';
import { AccountPeople } from './adapters/accounts/account-people.js';
import { OidcClients } from './adapters/oidc/oidc-clients.js';
import { OidcDocuments } from './adapters/oidc/oidc-documents.js';
import { OidcLogoutTokens } from './adapters/oidc/oidc-logout-tokens.js';
import { OidcProvider } from './adapters/oidc/oidc-provider.js';
import { SqlConnectionTests } from './adapters/persistence/sql-connection-tests.js';
import { SqlConnections } from './adapters/persistence/sql-connections.js';
import { FailTest } from './application/fail-test.js';
import { FinishTest } from './application/finish-test.js';
import { OpenTest } from './application/open-test.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { Connections } from './application/ports/connections.js';
import { LogoutTokens } from './application/ports/logout-tokens.js';
import { People } from './application/ports/people.js';

/** What other contexts may ask for. */
const OFFERED: never[] = [];

@Global()
@Module({
  controllers: [],
  providers: [
    ...OFFERED,
    FailTest,
    FinishTest,
    OidcClients,
    OidcDocuments,
    OidcProvider,
    OpenTest,
    { provide: Connections, useClass: SqlConnections },
    { provide: ConnectionTests, useClass: SqlConnectionTests },
    { provide: LogoutTokens, useClass: OidcLogoutTokens },
    { provide: People, useClass: AccountPeople },
  ],
  exports: OFFERED,
})
export class SsoModule {}
