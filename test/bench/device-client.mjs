// The clients of the device logins: each on a keep-alive connection of its own, one login at a time, and where it has a
// device token, always with the one that its last answer brought: a token that was lost with a round would look stolen in the
// next. Told about { port, groups: { [name]: [{ username, password, token? }] } }.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { serveClients } from './client-loop.mjs';

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
      host: '127.0.0.1',
      port: this.port,
      method: 'POST',
      path: '/api/auth/login',
      agent: this.#agent,
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

serveClients((login, { port }) => new Client(port, login));
