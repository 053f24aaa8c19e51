import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A browser with connections of its own to service and provider, which logs in by single sign-on again and again. */
export class Browser {
  #agent = new Agent({ keepAlive: true });

  constructor({ subject, connectionId }, { url, returnTo }) {
    this.subject = subject;
    this.url = url;
    this.start = `${url}/api/auth/sso/${connectionId}/start?return_to=${encodeURIComponent(returnTo)}`;
  }

  /** @returns the status of the last answer */
  async logIn() {
    const started = await this.#send('GET', this.start);
    const [cookie] = started.cookie.split(';');
    // The provider of this benchmark takes the browser's word for who is there.
    const signedOn = await this.#send('GET', `${started.location}&as=${this.subject}`);
    const called = await this.#send('GET', signedOn.location, { headers: { Cookie: cookie } });
    const code = new URL(called.location).searchParams.get('code');
    const body = JSON.stringify({ code });
    const exchanged = await this.#send('POST', `${this.url}/api/auth/sso/exchange`, { body });
    if (exchanged.status === 200 && !exchanged.text.includes('access_token')) throw new Error('No token came.');
    return exchanged.status;
  }

  async #send(method, url, { headers = {}, body } = {}) {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sent = request(url, {
      method,
      agent: this.#agent,
      headers: { 'User-Agent': 'headgate-bench/1', ...headers, ...json },
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    const { location = '', 'set-cookie': [cookie = ''] = [] } = answer.headers;
    const said = await text(answer);
    if (answer.statusCode >= 400 || (method === 'GET' && location === ''))
      throw new Error(`${method} ${url} answered ${answer.statusCode}: ${said}`);
    return { status: answer.statusCode, location, cookie, text: said };
  }
}
