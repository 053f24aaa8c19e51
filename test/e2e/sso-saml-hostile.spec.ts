import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { MachineClock } from '../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, activeSamlConnection, finish, post, said, samlSignIn, toAcs } from '../support/saml-login.js';
import { posted, redirectQuery, signRoot } from '../support/saml-messages.js';
import { selfSigned } from '../support/self-signed.js';
import { ownDomain } from '../support/sso-login.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const STRANGER = selfSigned('attacker.test', { type: 'rsa' });

/** The provider goes by the clock of the machine. */
class AheadClock extends MachineClock {
  aheadMs = 0;
  private standsAt: Date | null = null;

  override now(): Date {
    return new Date((this.standsAt ?? super.now()).getTime() + this.aheadMs);
  }

  /** What is counted fades with time, and a slow machine takes long over it. */
  async whileStanding(work: () => Promise<void>): Promise<void> {
    this.standsAt = super.now();
    await work();
    this.standsAt = null;
  }
}

const clock = new AheadClock();
let minutes = 0;
let app: TestApp;
let idp: SamlIdp;
let connectionId: number;

beforeAll(async () => {
  idp = await startSamlIdp({
    accounts: ['ada', 'bea'].map((subject) => ({ subject, email: `${subject}@corp.example`, name: subject })),
  });
  const groups = Array.from({ length: 1_000 }, (_, n) => `CN=Group ${n},${'OU=Somewhere in the company,'.repeat(11)}DC=corp`);
  idp.accounts.push({ subject: 'greta', email: 'greta@corp.example', name: 'Greta', groups });
  app = await startTestApp({
    clock,
    environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: CLIENT_PAGE, TRUST_PROXY: '1' },
  });
  connectionId = await activeSamlConnection(app, idp);
  await ownDomain(app, 'corp.example');
});
afterAll(async () => {
  await app.close();
  await idp.close();
});
beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
afterEach(() => {
  clock.aheadMs = 0;
});

/** An organization gets rows of the first ten refusals of strangers in a minute alone. */
const aMinuteLater = () => {
  minutes += 1;
  clock.aheadMs = minutes * 60_000;
};

const messageOf = (form: URLSearchParams): string => Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
/** The provider's document with an insertion, signed with another key. */
const forged = (form: URLSearchParams, content = ''): string => {
  const bare = messageOf(form).replace(/<Signature .*<\/Signature>/s, '');
  return signRoot(bare, STRANGER).replace('</samlp:Response>', `${content}</samlp:Response>`);
};
const lastReason = async (action: string): Promise<string> => {
  const [row] = await app.dataSource.query(
    `SELECT detail FROM audit_events WHERE action = $1 AND outcome = 'refused' ORDER BY id DESC LIMIT 1`,
    [action],
  );
  return row?.detail.reason;
};

const each = (count: number, write: (n: number) => string): string => Array.from({ length: count }, (_, n) => write(n)).join('');
const NESTED = each(4_800, (n) => `<a xmlns:n${n}="urn:n:${n}">`) + '</a>'.repeat(4_800);
const BOMBS: readonly (readonly [string, string, string])[] = [
  ['4,800 nested elements with a namespace each', NESTED, 'is nested deeper than 32 elements'],
  ['nested elements', '<a>'.repeat(40) + '</a>'.repeat(40), 'is nested deeper than 32 elements'],
  ['wide siblings', '<a/>'.repeat(5_001), 'holds more than 5000 elements'],
  ['many attributes', `<a ${each(5_000, (n) => `a${n}="" `)}/>`, 'has more than 32 attributes at one element'],
  ['attributes everywhere', each(1_000, () => `<a ${each(25, (n) => `a${n}="" `)}/>`), 'holds more than 20000 attributes'],
  [
    'namespaces that add up',
    each(10, (n) => `<a ${each(10, (m) => `xmlns:n${n}x${m}="urn:${m}" `)}>`) + '</a>'.repeat(10),
    'has more than 32 namespaces in force at once',
  ],
  ['a name for each element', each(1_000, (n) => `<a${n}></a${n}>`), 'has elements with more than 200 names'],
  ['comments', '<!---->'.repeat(1_001), 'holds more than 500 comments and CDATA sections'],
  ['an endless attribute', `<a b="${'x'.repeat(5_000)}"/>`, 'has an attribute of more than 4096 characters'],
  ['an endless text', `<a>${'x'.repeat(300_000)}</a>`, 'has a text of more than 262144 characters'],
  ['an endless name', `<a${'x'.repeat(500)}/>`, 'has a name of more than 256 characters'],
];

describe('A hostile SAML answer is refused before any of it is canonicalized:', () => {
  beforeEach(aMinuteLater);

  it.each(BOMBS)('%s', async (_what, content, reason) => {
    const form = await toAcs(app, idp, connectionId, 'ada');
    form.set('SAMLResponse', posted(forged(form, content)));
    expect(said(await post(app, connectionId, form)).get('error')).toBe('RESPONSE_MALFORMED');
    expect(await lastReason('sso.login.refused')).toBe(reason);
  });

  it.each<[string, (xml: string) => string, string]>([
    ['entities that unfold', (xml) => `<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>${xml}`, 'holds a DOCTYPE'],
    [
      'a processing instruction',
      (xml) => `<?xml-stylesheet href="https://attacker.test/"?>${xml}`,
      'holds a processing instruction, or an XML declaration that is not at the beginning',
    ],
  ])('%s', async (_what, change, reason) => {
    const form = await toAcs(app, idp, connectionId, 'ada');
    form.set('SAMLResponse', posted(change(forged(form))));
    expect(said(await post(app, connectionId, form)).get('error')).toBe('RESPONSE_MALFORMED');
    expect(await lastReason('sso.login.refused')).toBe(reason);
  });

  it('one that would have a pattern go over its white space again and again', async () => {
    const form = await toAcs(app, idp, connectionId, 'ada');
    const spaces = ' '.repeat(200_000);
    form.set('SAMLResponse', posted(forged(form).replace(/(SignatureValue>)[^<]+/, `$1A${spaces}!`)));
    expect(said(await post(app, connectionId, form)).get('error')).toBe('SIGNATURE_INVALID');
    expect(await lastReason('sso.login.refused')).toBe('SignatureValue is not Base64');
  });

  it('a logout, too', async () => {
    const bomb = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${NESTED}</samlp:LogoutResponse>`;
    // A query of a browser is short; what it unfolds to need not be.
    const query = redirectQuery('SAMLResponse', bomb.replace(/xmlns:n\d+="urn:n:\d+"/g, ''), null);
    expect((await app.http.get(`/api/auth/sso/${connectionId}/slo?${query}`)).status).toBe(403);
    expect(await lastReason('sso.logout.refused')).toBe('is nested deeper than 32 elements');
  });
});

it('A person whose NameID differs by a no-break space is not let in as another person', async () => {
  await samlSignIn(app, idp, connectionId, 'ada');
  for (const subject of ['ada\u00a0', '\u00a0ada', 'ada ']) {
    idp.accounts.push({ subject, email: 'bea@corp.example', name: 'Bea' });
    const form = await toAcs(app, idp, connectionId, subject);
    expect(said(await post(app, connectionId, form)).get('error')).toBe('RESPONSE_MALFORMED');
    expect(await lastReason('sso.login.refused')).toContain('the NameID begins or ends with white space');
  }
});

describe('An honest provider’s answer', () => {
  it('logs in with 400 kB of a thousand groups', async () => {
    const browser = new Browser();
    const form = await toAcs(app, idp, connectionId, 'greta', browser);
    expect(messageOf(form).length).toBeGreaterThan(350_000);
    const answer = await post(app, connectionId, form);
    expect(said(await finish(app, answer.headers.get('location'), browser)).has('code')).toBe(true);
  });

  it('is heard while a stranger has many answers read', async () => {
    // One by one: the provider signs in this process, and nothing else would have a turn until it has signed all of them.
    const forms: URLSearchParams[] = [];
    while (forms.length < 12) forms.push(await toAcs(app, idp, connectionId, 'greta'));
    for (const form of forms) form.set('SAMLResponse', posted(forged(form)));
    let done = 0;
    let between = 0;
    const all = Promise.all(forms.map((form) => post(app, connectionId, form).finally(() => (done += 1))));
    while (done < forms.length) {
      expect((await app.http.get('/health/live')).status).toBe(200);
      if (done > 0 && done < forms.length) between += 1;
    }
    await all;
    expect(between).toBeGreaterThan(2 * forms.length);
  });
});

describe('Refused answers are counted for the network that posts them', () => {
  const hostile = async (network: string): Promise<Answer> => {
    const form = await toAcs(app, idp, connectionId, 'ada');
    form.set('SAMLResponse', posted(forged(form, NESTED)));
    return from(network, form);
  };
  const from = (network: string, form: URLSearchParams): Promise<Answer> =>
    app.http.post(`/api/auth/sso/${connectionId}/acs`, form.toString(), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': network },
    });
  const refusals = async (): Promise<number> => {
    const [{ count }] = await app.dataSource.query(
      `SELECT coalesce(sum(refusals), 0)::int AS count FROM refusal_counts WHERE action = 'sso.login.refused'`,
    );
    return count;
  };

  it('of twenty hostile ones the last are told to wait, and write nothing', async () => {
    const before = await refusals();
    const answers: Answer[] = [];
    await clock.whileStanding(async () => {
      for (let n = 0; n < 20; n += 1) answers.push(await hostile('203.0.113.7'));
    });
    const waiting = answers.filter(({ status }) => status === 429);
    expect(waiting).toHaveLength(9);
    expect(waiting.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect((await refusals()) - before).toBe(answers.length - waiting.length);
  });

  it('those posted at once count as well, so that the next one waits', async () => {
    const forms = await Promise.all(Array.from({ length: 20 }, () => toAcs(app, idp, connectionId, 'ada')));
    const message = posted(forged(forms[0] ?? new URLSearchParams(), NESTED));
    for (const form of forms) form.set('SAMLResponse', message);
    await clock.whileStanding(async () => {
      await Promise.all(forms.map((form) => from('203.0.113.8', form)));
      expect((await hostile('203.0.113.8')).status).toBe(429);
    });
  });

  it('delays no others, a few of them lock no one out, and people who have to wait lose no login', async () => {
    for (let n = 0; n < 5; n += 1) await hostile('203.0.113.9');
    const form = await toAcs(app, idp, connectionId, 'bea');
    expect((await from('203.0.113.9', form)).headers.get('location')).toContain('/finish?ticket=');
    let next = new URLSearchParams();
    await clock.whileStanding(async () => {
      for (let n = 0; n < 8; n += 1) await hostile('203.0.113.9');
      next = await toAcs(app, idp, connectionId, 'bea');
      expect((await from('203.0.113.9', next)).status).toBe(429);
    });
    expect((await from('203.0.113.10', next)).headers.get('location')).toContain('/finish?ticket=');
    expect(await samlSignIn(app, idp, connectionId, 'ada')).toMatchObject({ accessToken: expect.any(String) });
  });
});
