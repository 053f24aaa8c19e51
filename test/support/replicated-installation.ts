import { KNOWN_MIGRATIONS, MIGRATIONS } from '../../src/boot/database.js';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { seedDemo } from '../../src/demo/seed-demo.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { type PreparedDatabase, prepareDatabase } from './documented.js';
import { ReplicatedServer } from './replicated-server.js';
import { startTestApp } from './test-app.js';

/** A migrated database with the demo in it, of a role with the documented rights, on a primary with a streaming replica. */
export async function replicatedInstallation(): Promise<{ servers: ReplicatedServer; database: PreparedDatabase }> {
  const servers = await ReplicatedServer.start();
  const database = await prepareDatabase(servers.primary.url);
  await migrate(database.url, MIGRATIONS, { known: KNOWN_MIGRATIONS, allowsNewer: false });
  const app = await startTestApp({ database });
  await seedDemo(app.app, database.url, PUBLISHED_SECRETS);
  await app.close();
  await eventually('the replica has it all', () => servers.caughtUp());
  return { servers, database };
}
