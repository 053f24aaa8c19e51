import { execFileSync } from 'node:child_process';
import { root } from '../bench/processes.mjs';

/** @returns the commit that made the newest release with fewer migrations than there are now; nothing if the history does not reach as far */
export function lastRelease() {
  const now = migrationsAt('HEAD');
  const releases = git('log', '--format=%H', '-G^  "version":', '--', 'package.json');
  return releases.find((commit) => migrationsAt(commit) < now);
}

const migrationsAt = (commit) => git('ls-tree', '--name-only', commit, 'migrations/').filter((path) => /\/\d+-/.test(path)).length;

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}
