import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './processes.mjs';

/**
 * Another state of the code, built.
 * @param base a directory, which is used as it is, or a git ref, which is unpacked for the time of the run
 */
export async function builtCheckout(scratch, base) {
  const directory = (await isDirectory(base)) ? resolve(base) : await unpacked(scratch, base);
  await run(process.execPath, ['scripts/build-if-stale.mjs'], directory);
  return directory;
}

const isDirectory = (path) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function unpacked(scratch, ref) {
  const directory = join(scratch.directory, 'base');
  const archive = join(scratch.directory, 'base.tar');
  await mkdir(directory, { mode: 0o711 });
  await run('git', ['archive', '--output', archive, ref], root);
  await run('tar', ['-xf', archive, '-C', directory], root);
  const locks = await Promise.all([root, directory].map((one) => readFile(join(one, 'package-lock.json'), 'utf8')));
  if (locks[0] === locks[1]) await symlink(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
  else await run('npm', ['ci', '--no-audit', '--no-fund'], directory);
  return directory;
}

async function run(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-4_000)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${complaints}`);
}
