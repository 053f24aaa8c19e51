import { Global, Module } from '@nestjs/common';
import { OrganizationAdministrators } from './adapters/organizations/organization-administrators.js';
import { SqlConnectionTests } from './adapters/persistence/sql-connection-tests.js';
import { SqlConnections } from './adapters/persistence/sql-connections.js';
import { FailTest } from './application/fail-test.js';
import { FinishTest } from './application/finish-test.js';
import { OpenTest } from './application/open-test.js';
import { Administrators } from './application/ports/administrators.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { Connections } from './application/ports/connections.js';

/** What other contexts may ask for. */
const OFFERED: never[] = [];

@Global()
@Module({
  controllers: [],
  providers: [
    ...OFFERED,
    FailTest,
    FinishTest,
    OpenTest,
    { provide: Connections, useClass: SqlConnections },
    { provide: ConnectionTests, useClass: SqlConnectionTests },
    { provide: Administrators, useClass: OrganizationAdministrators },
  ],
  exports: OFFERED,
})
export class SsoModule {}
