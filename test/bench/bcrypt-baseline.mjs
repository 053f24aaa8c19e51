// Nothing but bcrypt.compare: so many at once, for so long, as the message says.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import bcrypt from 'bcrypt';

const millisecondsOf = ({ user, system }) => (user + system) / 1000;

async function run({ cost, atOnce, warmUpMs, durationMs }) {
  // As long as what the service compares: base64 of 48 bytes.
  const material = createHmac('sha384', 'pepper').update('password').digest('base64');
  const hash = await bcrypt.hash(material, cost);
  let from = Infinity;
  let until = Infinity;
  let count = 0;
  const loops = Array.from({ length: atOnce }, async () => {
    while (performance.now() < until) {
      await bcrypt.compare(material, hash);
      const now = performance.now();
      if (now >= from && now <= until) count += 1;
    }
  });
  await sleep(warmUpMs);
  const before = process.cpuUsage();
  from = performance.now();
  until = from + durationMs;
  await sleep(durationMs);
  const cpuMs = millisecondsOf(process.cpuUsage(before));
  await Promise.all(loops);
  process.send({ rate: (count / durationMs) * 1000, cpuMs: cpuMs / count });
}

process.on('message', (message) => {
  if (typeof message === 'object') void run(message);
});
// The instrument alone would not keep the process waiting for its next round.
process.channel.ref();
process.send({ ready: true });
