import { SEALED_COLUMNS } from '../boot/database.js';
import { rotationReport } from '../platform/crypto/rotation-report.js';
import { rotateMasterKey } from '../platform/crypto/rotate-master-key.js';
import { KEY_FILE_LOCK, withExclusiveLock } from '../platform/database/held-lock.js';
import { TypeOrmSession } from '../platform/database/typeorm-session.js';
import { runCommand, takeNoArguments } from './command-line.js';

// With keys from the configuration, servers may keep running: they know both keys. Two rotations at once are never
// possible.
const ROTATION_LOCK = 4_712_026_004;

takeNoArguments('Usage: npm run rotate-master-key   seals every secret under a new master key.');

await runCommand(async ({ config, dataSource, databaseUrl }) => {
  const rotation = await rotateMasterKey({
    config,
    session: new TypeOrmSession(dataSource),
    columns: SEALED_COLUMNS,
    exclusively: (work) =>
      withExclusiveLock(
        { url: databaseUrl, aliveMs: config.database.connectMs },
        config.masterKeys === undefined ? KEY_FILE_LOCK : ROTATION_LOCK,
        work,
      ),
  });
  process.stdout.write(`${rotationReport(rotation)}\n`);
  if (!rotation.complete) process.exitCode = 1;
}, 'rotating keys');
