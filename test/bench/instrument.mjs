// Loaded before the program under measurement: it answers how much CPU the process has used, how many statements it has
// sent with pg, and how late its event loop was since it was last asked, and ends with its parent.
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const statements = counted();
  process.on('message', (message) => {
    if (message === 'cpu') process.send(process.cpuUsage());
    if (message === 'statements') process.send(statements());
    if (message !== 'loop delay') return;
    process.send({ loopP99: delay.percentile(99) / 1e6, loopMax: delay.max / 1e6 });
    delay.enable();
    delay.reset();
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}

/** Of all clients, those of pools, workers and locks too. */
function counted() {
  const { Client } = createRequire(import.meta.url)('pg');
  const { query } = Client.prototype;
  let count = 0;
  Client.prototype.query = function (...given) {
    count += 1;
    return query.apply(this, given);
  };
  return () => count;
}
