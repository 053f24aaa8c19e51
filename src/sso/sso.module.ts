import { Global, Module } from '@nestjs/common';
import { AccountPeople } from './adapters/accounts/account-people.js';
import { SqlConnectionTests } from './adapters/persistence/sql-connection-tests.js';
import { SqlConnections } from './adapters/persistence/sql-connections.js';
import { FailTest } from './application/fail-test.js';
import { FinishTest } from './application/finish-test.js';
import { OpenTest } from './application/open-test.js';
import { ConnectionTests } from './application/ports/connection-tests.js';
import { Connections } from './application/ports/connections.js';
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
    OpenTest,
    { provide: Connections, useClass: SqlConnections },
    { provide: ConnectionTests, useClass: SqlConnectionTests },
    { provide: People, useClass: AccountPeople },
  ],
  exports: OFFERED,
})
export class SsoModule {}
