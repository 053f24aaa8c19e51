// npm run test:restarts [-- <restarts> <instances> <busy processes beside them>]
// What clients notice of faults, from outside: instances as processes of their own behind a balancer, and a ledger of what was
// acknowledged.
import { spawn } from 'node:child_process';
import { Scratch } from '../bench/scratch.mjs';
import { rollingRestarts } from './rolling-restarts.mjs';

const [restarts = 10, instances = 3, busy = 0] = process.argv.slice(2).map(Number);
const scratch = await Scratch.make();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void scratch.clear().then(() => process.exit(1)));
for (let number = 0; number < busy; number += 1) {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  scratch.defer(() => child.kill('SIGKILL'));
}
try {
  if (!(await rollingRestarts(scratch, { restarts, instances }))) process.exitCode = 1;
} finally {
  await scratch.clear();
}
