import { rootCertificates } from 'node:tls';
import { describe } from '@jest/globals';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import type { ReadingFault } from '../../src/engines/catalog-reader/source-reader.js';
import { sourceReaderContract } from '../contracts/source-reader.contract.js';
import { keptByMariaDb, MYSQL_EXOTIC_TYPES, MYSQL_ODD_NAMES, MySqlFixtures, target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

whereThereIsAServer('a MySQL or MariaDB server (needs TEST_MYSQL_URL)', () => {
  sourceReaderContract({
    engine: 'mysql',
    has: {
      identity: true,
      generated: 'stored',
      generatedText: true,
      foreignKeyActions: true,
      // MySQL 8 has them, MariaDB does not.
      expressionIndex: false,
      partialIndex: false,
    },
    oddNames: MYSQL_ODD_NAMES,
    keeps: keptByMariaDb,
    exoticTypes: MYSQL_EXOTIC_TYPES,
    start: async () => {
      const server = await MySqlServer.connect();
      const fixtures = new MySqlFixtures(server);
      return {
        reader: mySqlReader,
        prepare: (fixture) => fixtures.prepare(fixture),
        failing: () => failing(server),
        stop: () => server.stop(),
      };
    },
  });
});

async function failing(server: MySqlServer): Promise<(readonly [string, Target, ReadingFault])[]> {
  await server.database('forbidden');
  const user = await server.user('nobody');
  const ca = server.authority;
  const everywhere = await server.user('everywhere', 'SELECT ON *.*');
  return [
    ['wrong password', target(user, { password: 'wrong' }), 'LOGIN_FAILED'],
    ['no password', target(user, { password: null }), 'LOGIN_FAILED'],
    ['unknown user', target(user, { username: 'no such user' }), 'LOGIN_FAILED'],
    ['a name with quotes', target(user, { username: `'"\`; --` }), 'LOGIN_FAILED'],
    ['no server at the port', target(user, { port: 1 }), 'UNREACHABLE'],
    ['no address', target(user, { addresses: [] }), 'UNREACHABLE'],
    ['unknown database', target(everywhere, { database: 'no_such_database' }), 'NO_DATABASE'],
    ['database without rights', target(user, { database: 'forbidden' }), 'ACCESS_DENIED'],
    ['unknown authority', target(user, { tls: { mode: 'verify-ca', ca: null } }), 'TLS_FAILED'],
    ['another authority', target(user, { tls: { mode: 'verify-ca', ca: rootCertificates[0] ?? '' } }), 'TLS_FAILED'],
    ['no authority at all', target(user, { tls: { mode: 'verify-full', ca: 'no certificate' } }), 'TLS_FAILED'],
    ['another name', target(user, { name: 'other.test', tls: { mode: 'verify-full', ca } }), 'TLS_FAILED'],
    ['another address', target(user, { name: '127.0.0.1', tls: { mode: 'verify-full', ca } }), 'TLS_FAILED'],
  ];
}
