// `npm test`: the checks, then the specs of the service, which run what the build makes of each source. `npm test -- <part of a name>`:
// only the specs whose path has that part, wherever they stand, without the checks and on the sources themselves. What follows the names
// goes to Jest as it is.
import { spawnSync } from 'node:child_process';

const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('Start this with npm test.');

const asked = process.argv.slice(2);
if (asked.length === 0) {
  run('check');
  run('build:modules');
  process.env.TEST_BUILT = 'true';
  run('test:jest');
} else {
  // Faults, engines and pages too: they are left out only if nobody asks for them.
  run('test:jest', ...asked, '--testPathIgnorePatterns', '/node_modules/');
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [npm, 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
