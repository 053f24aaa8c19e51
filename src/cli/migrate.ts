import { runCommand, takeNoArguments } from './command-line.js';

takeNoArguments('Usage: npm run migrate   brings the database to the state of this version.');

// Laying the foundations migrates; nothing else is left to do.
await runCommand(
  async ({ dataSource }) => {
    const pending = await dataSource.showMigrations();
    process.stdout.write(pending ? 'Migrations are still pending.\n' : 'The database is up to date.\n');
  },
  'sealing',
  'info',
);
