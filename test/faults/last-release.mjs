import { execFileSync } from 'node:child_process';
import { root } from '../bench/processes.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** @returns the commit that made the newest release with fewer migrations than there are now */
export function lastRelease() {
  const migrationsAt = (commit) => git('ls-tree', '--name-only', commit, 'migrations/').length;
  const now = migrationsAt('HEAD');
  const releases = git('log', '--format=%H', '-G^  "version":', '--', 'package.json');
  const last = releases.find((commit) => migrationsAt(commit) < now);
  if (last === undefined)
    throw new Error(
      'The history here has no release with fewer migrations. Name an older version: npm run test:upgrade -- 20000 100000 <git ref or directory>',
    );
  return last;
}
