import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../dist/src/demo/demo-data.js';
import { personOf } from './upgrade-seed.mjs';

const EVERY_MS = 50;
/** What a second brings. A machine that cannot hash as many passwords beside the migration gets fewer. */
const MOST_OPEN = 20;
const SAMPLED_EVERY_MS = 10;
/** Those of requests. What seals the trail and what migrates wants stronger ones, and gives up by itself. */
const WEAK = ['AccessShareLock', 'RowShareLock', 'RowExclusiveLock'];

/** Twenty logins a second, each of another person, and after each a read of who that is. */
export class Logins {
  failed = [];
  latencies = [];
  #open = new Set();
  #number = 0;
  #timer;

  constructor(url, people) {
    this.url = url;
    this.people = people;
  }

  begin() {
    this.#timer = setInterval(() => {
      if (this.#open.size >= MOST_OPEN) return;
      const login = this.#login(personOf(1 + (this.#number++ % this.people)));
      this.#open.add(login);
      void login.finally(() => this.#open.delete(login));
    }, EVERY_MS);
  }

  async end() {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
  }

  async #login(username) {
    const begun = performance.now();
    const login = await this.#asked('POST', '/api/auth/login', { body: JSON.stringify({ username, password: DEMO_PASSWORD }) });
    this.latencies.push(performance.now() - begun);
    if (login !== undefined) await this.#asked('GET', '/api/v1/me', { headers: { Authorization: `Bearer ${login.access_token}` } });
  }

  /** @returns what was answered; nothing if it failed */
  async #asked(method, path, { headers = {}, body }) {
    try {
      const response = await fetch(`${this.url}${path}`, { method, headers: { 'Content-Type': 'application/json', ...headers }, body });
      const answer = await response.json();
      if (response.ok) return answer;
      this.failed.push(`${method} ${path}: ${response.status} ${answer.code}`);
    } catch (error) {
      this.failed.push(`${method} ${path}: ${error.cause?.code ?? error.message}`);
    }
    return undefined;
  }
}

/** For how long requests waited for a table at most: looked at a hundred times a second. */
export class LockWatch {
  longestMs = 0;
  relation = '-';
  #isOpen = true;
  #done;

  constructor(client) {
    this.client = client;
  }

  begin() {
    this.#done = this.#watch();
  }

  async end() {
    this.#isOpen = false;
    await this.#done;
  }

  async #watch() {
    while (this.#isOpen) {
      const { rows } = await this.client.query(
        `SELECT l.relation::regclass::text AS relation, extract(epoch FROM clock_timestamp() - l.waitstart)::float8 * 1000 AS ms
           FROM pg_locks l WHERE NOT l.granted AND l.locktype = 'relation' AND l.mode = ANY ($1) AND l.waitstart IS NOT NULL
          ORDER BY 2 DESC LIMIT 1`,
        [WEAK],
      );
      const [{ relation, ms } = { ms: 0 }] = rows;
      if (ms > this.longestMs) [this.longestMs, this.relation] = [ms, relation];
      await sleep(SAMPLED_EVERY_MS);
    }
  }
}
