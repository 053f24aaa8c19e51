// What every process of clients shares: it says { ready: true }, takes { groups, ...about } once and makes a client of each login,
// then runs a group for a while as often as it is told to ({ group, warmUpMs, durationMs }), answering { measuring: true } and at the
// end with the figures. One process for all rounds, so that clients keep what their last login brought.
import { setTimeout as sleep } from 'node:timers/promises';

/** @param clientOf (login, about) => { logIn(): Promise<number> }, which answers the status */
export function serveClients(clientOf) {
  let groups;
  let underWay = Promise.resolve();

  async function run({ group, warmUpMs, durationMs }) {
    await underWay;
    const latencies = [];
    const statuses = {};
    let from = Infinity;
    let until = Infinity;
    const loops = groups[group].map(async (client) => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        const status = await client.logIn();
        const now = performance.now();
        if (now < from || now > until) continue;
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(now - sentAt);
      }
    });
    underWay = Promise.all(loops);
    await sleep(warmUpMs);
    process.send({ measuring: true });
    from = performance.now();
    until = from + durationMs;
    await sleep(durationMs);
    // The answers still under way count in no figure, but the next round uses what they bring.
    process.send({ latencies, statuses, elapsedMs: durationMs });
  }

  process.on('message', (message) => {
    if (typeof message !== 'object') return;
    if (!('groups' in message)) {
      void run(message);
      return;
    }
    const clientsOf = (logins) => logins.map((login) => clientOf(login, message));
    groups = Object.fromEntries(Object.entries(message.groups).map(([name, logins]) => [name, clientsOf(logins)]));
  });
  // The instrument alone would not keep the process waiting for its next round.
  process.channel.ref();
  process.send({ ready: true });
}
