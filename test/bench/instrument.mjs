// Loaded before the program under measurement: it answers how much CPU the process has used and how late its event loop was
// since it was last asked, and ends with its parent.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  process.on('message', (message) => {
    if (message === 'cpu') process.send(process.cpuUsage());
    if (message !== 'loop delay') return;
    process.send({ loopP99: delay.percentile(99) / 1e6, loopMax: delay.max / 1e6 });
    delay.enable();
    delay.reset();
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
