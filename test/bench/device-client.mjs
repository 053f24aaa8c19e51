// The clients of the device logins: each on a keep-alive connection of its own, one login at a time, and where it has a
// device token, always with the one that its last answer brought. One process for all rounds: a token that was lost with
// a round would look stolen in the next.
// It says { ready: true }. First message: { port, groups: { [name]: [{ username, password, token? }] } }; then any number
// of { group, warmUpMs, durationMs }, answered { measuring: true } and at the end with the figures.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

class Client {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port, { username, password, token }) {
    this.port = port;
    this.body = JSON.stringify({ username, password });
    this.token = token;
  }

  /** @returns the status */
  async logIn() {
    const login = request({
      ...{ host: '127.0.0.1', port: this.port, method: 'POST', path: '/api/auth/login', agent: this.#agent },
      headers: {
        'User-Agent': 'headgate-bench/1',
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(this.body),
        ...(this.token === undefined ? {} : { 'X-Device-Token': this.token }),
      },
    });
    login.end(this.body);
    const [answer] = await once(login, 'response');
    answer.resume();
    await once(answer, 'end');
    if (this.token !== undefined) this.#renew(answer);
    return answer.statusCode;
  }

  #renew({ statusCode, headers }) {
    const next = headers['x-device-token'];
    if (next === undefined || next === this.token) throw new Error(`No new device token came with a ${statusCode}.`);
    this.token = next;
  }
}

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
  // The answers still under way belong to nobody's figures, but their tokens to the next round.
  process.send({ latencies, statuses, elapsedMs: durationMs });
}

function prepare({ port, groups: logins }) {
  const clientsOf = (group) => group.map((login) => new Client(port, login));
  groups = Object.fromEntries(Object.entries(logins).map(([name, group]) => [name, clientsOf(group)]));
}

process.on('message', (message) => {
  if (typeof message !== 'object') return;
  if ('groups' in message) prepare(message);
  else void run(message);
});
// The instrument alone would not keep the process waiting for its next round.
process.channel.ref();
process.send({ ready: true });
