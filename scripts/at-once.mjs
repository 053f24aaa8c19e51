// Runs scripts of package.json that need nothing of one another, longest first, as many at once as there are processors.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('Start this with npm run.');
const waiting = process.argv.slice(2).values();

async function lane() {
  for (const name of waiting) {
    const { code, output } = await run(name);
    process.stdout.write(`${output}${name}: ${code === 0 ? 'passed' : 'FAILED'}\n`);
    if (code !== 0) process.exitCode = 1;
  }
}

/** @returns what it printed, in one piece, because others print at the same time */
function run(name) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [npm, 'run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

await Promise.all(Array.from({ length: availableParallelism() }, lane));
