import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

export function heading(title, packages, parameters) {
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  const load = loadavg()[0].toFixed(1);
  console.log(`## ${title}\n`);
  console.log(`- ${[`Node ${process.versions.node}`, ...versions].join(', ')}`);
  console.log(`- ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load average before the run ${load}`);
  for (const parameter of parameters) console.log(`- ${parameter}`);
}

function versionOf(name) {
  const [path] = require.resolve
    .paths(name)
    .map((directory) => join(directory, name, 'package.json'))
    .filter(isReadable);
  return path === undefined ? 'unknown' : JSON.parse(readFileSync(path, 'utf8')).version;
}

function isReadable(path) {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const alignment = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  console.log(`\n${[line(columns), line(alignment), ...rows.map(line)].join('\n')}`);
}

export function median(values) {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return NaN;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median over the rounds of what `pick` reads off a round. */
export const over = (rounds, pick) => median(rounds.map(pick));

export const percent = (share) => (Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : '-');

export const times = (ratio) => (Number.isFinite(ratio) ? `${ratio.toFixed(2)}x` : '-');

export const number = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '-');
