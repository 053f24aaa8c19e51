import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import PostalMime from 'postal-mime';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../../src/platform/crypto/master-keys.js';
import { connect } from '../../src/platform/database/connect.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { GraphileJobs } from '../../src/platform/jobs/graphile-jobs.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { DeliverMail } from '../../src/platform/mail/deliver-mail.js';
import { MailMetrics } from '../../src/platform/mail/mail-metrics.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { MailDirectoryTransport } from '../../src/platform/mail/mail-directory-transport.js';
import { PurgeMails } from '../../src/platform/mail/purge-mails.js';
import { MailNotTaken, type MailTransport, type OutgoingMail } from '../../src/platform/mail/mail-transport.js';
import { OutboxMailer } from '../../src/platform/mail/outbox-mailer.js';
import type { AuditEvent, AuditTrail } from '../../src/shared/ports/audit-trail.js';
import { singleLine } from '../../src/shared/single-line.js';
import { SmtpTransport } from '../../src/platform/mail/smtp-transport.js';
import { passwordChangedMail } from '../../src/accounts/domain/recovery-mails.js';
import { noteCaller, runWithOrigin } from '../../src/platform/http/request-context.js';
import { NamedReaders, plainMail } from '../support/plain-mail.js';
import { mailTransportContract } from '../contracts/mail-transport.contract.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FixedClock } from '../support/fixed-clock.js';
import { eventually } from './fixtures/eventually.js';
import { MailCatcher, refusal } from './fixtures/mail-catcher.js';

const SECRET = 'https://headgate.test/reset/planted-one-time-token';
const MAIL = { to: 'olivia@delta.example', subject: 'Planted subject', text: `Follow ${SECRET}\n` };
const OUTGOING: OutgoingMail = {
  ...MAIL,
  html: '<p>Follow</p>\n',
  messageId: '<outbox.7.abc@headgate.test>',
  date: new Date('2026-11-20T09:00:00.123Z'),
  from: 'Headgate <gate@headgate.test>',
};

mailTransportContract('SmtpTransport', async () => {
  const catcher = await new MailCatcher().up();
  const transport = new SmtpTransport(catcher.url);
  return {
    transport,
    received: () => Promise.resolve(catcher.received),
    breakDown: () => catcher.down(),
    close: async () => {
      transport.close();
      await catcher.down();
    },
  };
});

mailTransportContract('MailDirectoryTransport', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'headgate-mail-'));
  const directory = join(parent, 'mail');
  const transport = new MailDirectoryTransport(directory);
  return {
    transport,
    received: async () => Promise.all((await readdir(directory)).sort().map((name) => readFile(join(directory, name)))),
    breakDown: async () => {
      await rm(directory, { recursive: true, force: true });
      await writeFile(directory, 'in the way');
    },
    close: () => rm(parent, { recursive: true }),
  };
});

describe('SmtpTransport', () => {
  let catcher: MailCatcher;
  const transports: SmtpTransport[] = [];
  afterEach(async () => {
    for (const transport of transports.splice(0)) transport.close();
    await catcher.down();
  });

  async function attempt(url: string, timeouts?: ConstructorParameters<typeof SmtpTransport>[1]): Promise<MailNotTaken> {
    const transport = new SmtpTransport(url, timeouts);
    transports.push(transport);
    const error = await transport.send(OUTGOING).catch((reason: unknown) => reason);
    if (!(error instanceof MailNotTaken)) throw new Error(`The mail was taken, or the error is another: ${String(error)}`);
    return error;
  }

  it.each([
    [550, '5.1.1 <olivia@delta.example>: unknown here', true, 'EENVELOPE 550 5.1.1 at RCPT TO'],
    [450, '4.2.1 <olivia@delta.example>: come back', false, 'EENVELOPE 450 4.2.1 at RCPT TO'],
  ])('tells a refused recipient by its code alone: %d', async (code, text, permanent, reason) => {
    catcher = await new MailCatcher({ onRcptTo: (_address, _session, callback) => callback(refusal(code, text)) }).up();
    expect(await attempt(catcher.url)).toMatchObject({ permanent, reason });
  });

  it.each([
    [554, true],
    [451, false],
  ])('tells a refused text by its code, whatever the server quotes of it: %d', async (code, permanent) => {
    catcher = await new MailCatcher().up();
    catcher.onMail = () => Promise.reject(refusal(code, `spam: ${SECRET}`));
    const error = await attempt(catcher.url);
    expect(error).toMatchObject({ permanent, reason: `EMESSAGE ${code} at DATA` });
  });

  it('takes a refused login for a mistake in the configuration, and repeats no credential', async () => {
    const onAuth = {
      onAuth: (_auth: unknown, _session: unknown, done: (error: Error) => void) => done(refusal(535, '5.7.8 gate wrong-password')),
    };
    catcher = await new MailCatcher({ authOptional: true, ...onAuth }).up();
    const error = await attempt(catcher.url.replace('//', '//gate:wrong-password@'));
    expect(error.permanent).toBe(false);
    expect(error.reason).toMatch(/^EAUTH 535 5\.7\.8 at AUTH/);
    expect(error.message).not.toMatch(/gate|wrong-password/);
  });

  it('logs in with the credentials of the URL, and insists on TLS when that says so', async () => {
    const logins: unknown[] = [];
    catcher = await new MailCatcher({
      authOptional: true,
      onAuth: ({ username, password }, _session, done) => {
        logins.push([username, password]);
        done(null, { user: username });
      },
    }).up();
    const transport = new SmtpTransport(catcher.url.replace('//', '//gate:p%40ss@'));
    transports.push(transport);
    await transport.send(OUTGOING);
    expect(logins).toEqual([['gate', 'p@ss']]);
    expect(await attempt(`${catcher.url}?requireTLS=true`)).toMatchObject({
      permanent: false,
      reason: expect.stringMatching(/TLS/),
    });
    expect(catcher.received).toHaveLength(1);
  });

  it('leaves a server that says nothing, and one that never ends', async () => {
    const limits = { connection: 5_000, greeting: 5_000, silence: 5_000, conversation: 5_000 };
    catcher = await new MailCatcher({ onConnect: () => undefined }).up();
    expect((await attempt(catcher.url, { ...limits, greeting: 50 })).reason).toMatch(/^ETIMEDOUT/);
    expect((await attempt(catcher.url, { ...limits, conversation: 50 })).reason).toMatch(/^EABORT/);
    await catcher.down();
    catcher = await new MailCatcher().up();
    catcher.onMail = () => new Promise(() => undefined);
    expect((await attempt(catcher.url, { ...limits, silence: 50 })).reason).toMatch(/^ETIMEDOUT/);
  });

  it('sends on a connection that the server has dropped meanwhile', async () => {
    catcher = await new MailCatcher().up();
    const transport = new SmtpTransport(catcher.url);
    transports.push(transport);
    await transport.send(OUTGOING);
    await catcher.down();
    await catcher.up();
    await transport.send(OUTGOING);
    expect(catcher.received).toHaveLength(2);
  });
});

describe('MailDirectoryTransport', () => {
  it('keeps whole files for the owner alone, the newest last, one for a mail that is sent twice', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'headgate-mail-'));
    const directory = join(parent, 'data', 'mail');
    const transport = new MailDirectoryTransport(directory);
    for (const [minute, id] of [
      [10, 9],
      [2, 10],
      [30, 1],
      [30, 1],
    ] as const) {
      const date = new Date(Date.UTC(2026, 10, 20, 9, minute));
      await transport.send({ ...OUTGOING, date, messageId: `<outbox.${id}.${date.getTime().toString(36)}@[::1]>` });
    }
    const names = (await readdir(directory)).sort();
    expect(names).toHaveLength(3);
    expect(names.map((name) => /^20261120T09(\d\d)00000Z-outbox\.(\d+)\..*\.eml$/.exec(name)?.slice(1))).toEqual([
      ['02', '10'],
      ['10', '9'],
      ['30', '1'],
    ]);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    await rm(parent, { recursive: true });
  });
});

describe('singleLine', () => {
  it.each([
    ['Delta\r\nBcc: eve@evil.example', 'Delta Bcc: eve@evil.example'],
    [' a\u0000\u001f\u007f\u0085\u2028\u2029b ', 'a b'],
    ['pay \u202Eecila\u202C now', 'pay  ecila  now'],
    ['Zoë 漢字 👩‍👧', 'Zoë 漢字 👩‍👧'],
    ['\t\n', ''],
  ])('makes %j fit for a subject', (text, fit) => {
    expect(singleLine(text)).toBe(fit);
  });
});

describe('the outbox', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: TypeOrmSession;
  let jobs: GraphileJobs;
  let catcher: MailCatcher;
  let smtp: SmtpTransport;
  let clock: FixedClock;
  let mailer: OutboxMailer;
  const secretBox = new AesSecretBox(MasterKeys.of([Buffer.alloc(32, 3)]));
  const config = loadConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://gate.delta.example',
    MAIL_FROM: 'Gate <gate@delta.example>',
  });
  const log: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await connect({
      url: database.url,
      poolSize: 6,
      patienceMs: 30_000,
      entities: [],
      migrations: [],
      onPoolError: () => undefined,
    });
    session = new TypeOrmSession(dataSource);
    jobs = new GraphileJobs(session);
  });
  beforeEach(async () => {
    await session.execute('DELETE FROM outbox_mails');
    await session.execute('DELETE FROM graphile_worker._private_jobs');
    log.length = 0;
    catcher = await new MailCatcher().up();
    smtp = new SmtpTransport(catcher.url);
    clock = new FixedClock();
    mailer = new OutboxMailer(session, jobs, secretBox, clock, new NamedReaders());
  });
  afterEach(async () => {
    smtp.close();
    await catcher.down();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const trail: AuditEvent[] = [];
  const auditTrail = { record: async (event: AuditEvent) => void trail.push(event) } as unknown as AuditTrail;

  function newWorker(transport: MailTransport = smtp): GraphileWorker {
    const worker = new GraphileWorker(database.url, logger, { concurrency: 2 });
    const mailMetrics = new MailMetrics(new Metrics(), session, clock);
    const deliverMail = new DeliverMail(session, secretBox, transport, clock, config, logger, mailMetrics, auditTrail);
    const purgeMails = new PurgeMails(session, clock);
    worker.handle('mail.deliver', ({ id, organization_id: place }) => deliverMail.execute(String(id), place as number | null));
    worker.schedule('mail.purge', '29 3 * * *', () => purgeMails.execute());
    return worker;
  }
  interface Row {
    readonly id: string;
    readonly body_sealed: string | null;
    readonly sent_at: Date | null;
    readonly failed_at: Date | null;
    readonly attempts: number;
    readonly last_error: string | null;
  }
  const rows = () => session.query<Row & Record<string, unknown>>('SELECT * FROM outbox_mails ORDER BY id');
  const queued = async () => (await session.query('SELECT id FROM graphile_worker.jobs')).length;
  const makeDue = () => session.execute('UPDATE graphile_worker._private_jobs SET run_at = now()');
  /** Everything the database holds of mails and jobs, as a dump would show it. */
  async function dump(): Promise<string> {
    const mails = await session.query('SELECT * FROM outbox_mails');
    return JSON.stringify([mails, await session.query('SELECT * FROM graphile_worker._private_jobs')]);
  }

  describe('takes a mail', () => {
    it('together with the unit of work: rolled back, nothing is sent', async () => {
      const rolledBack = session.run(async () => {
        await mailer.send(plainMail(MAIL));
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      expect([await rows(), await queued()]).toEqual([[], 0]);
      await session.run(() => mailer.send(plainMail(MAIL)));
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
      expect(catcher.received).toHaveLength(1);
    });

    it('together with its job, also outside a unit of work', async () => {
      const noQueue = () => Promise.reject(new Error('no queue'));
      const broken = { enqueue: noQueue, enqueueAll: noQueue };
      await expect(new OutboxMailer(session, broken, secretBox, clock, new NamedReaders()).send(plainMail(MAIL))).rejects.toThrow(
        'no queue',
      );
      expect(await rows()).toEqual([]);
    });

    it('and many by as many statements as one, each with a body and a job of its own', async () => {
      const sent = [jest.spyOn(session, 'query'), jest.spyOn(session, 'execute')];
      const statements = () => sent.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      await mailer.send(plainMail(MAIL));
      const forOne = statements();
      const many = Array.from({ length: 30 }, (_, n) => ({
        ...MAIL,
        to: `m${n}@delta.example`,
        text: `this one is for ${n}.`,
      }));
      await mailer.send(...many.map(plainMail));
      await mailer.send();
      expect([forOne, statements()]).toEqual([3, 2 * forOne]);
      for (const spy of sent) spy.mockRestore();
      expect(await newWorker().runDue()).toEqual({ done: 31, failed: 0 });
      for (const { to, text } of many)
        expect(catcher.received[catcher.recipients.findIndex(([one]) => one === to)]?.toString()).toContain(text);
    });

    it('with a body that neither a dump nor the log shows, before and after it is sent', async () => {
      await mailer.send(plainMail(MAIL));
      const [before] = await rows();
      expect(before?.body_sealed).toMatch(/^v1\./);
      expect(await dump()).not.toContain('planted-one-time-token');
      await newWorker().runDue();
      const [after] = await rows();
      expect(after).toMatchObject({ body_sealed: null, failed_at: null, attempts: 1, last_error: null });
      expect(after?.sent_at).toEqual(clock.now());
      expect(await dump()).not.toContain('planted-one-time-token');
      expect(await queued()).toBe(0);
      expect(log.join('')).toContain('mail.deliver');
      expect(log.join('')).not.toMatch(/planted|olivia/i);
    });

    it.each([
      'olivia@delta.example\r\nBcc: eve@evil.example',
      'olivia@delta.example\n',
      'olivia\u0000@delta.example',
      'olivia@delta.example, eve@evil.example',
      'olivia@delta.example;eve@evil.example',
      'Olivia <olivia@delta.example>',
      'olivia@delta.example@evil.example',
      'olivia',
      '',
    ])('unless its recipient is no single address: %j', async (to) => {
      await expect(mailer.send(plainMail({ ...MAIL, to }))).rejects.toThrow('one plain address');
      expect([await rows(), await queued()]).toEqual([[], 0]);
    });

    it.each(['Hi\r\nBcc: eve@evil.example', 'Hi\nX', 'Hi\rX', 'Hi\u0000', 'Hi\u007f', 'Hi\u0085X', 'Hi\u2028X'])(
      'unless its subject holds control characters: %j',
      async (subject) => {
        await expect(mailer.send(plainMail({ ...MAIL, subject }))).rejects.toThrow('control characters');
        expect([await rows(), await queued()]).toEqual([[], 0]);
      },
    );

    it.each(['"olivia,x"@delta.example', 'ölivia+x@bücher.example'])('to the unusual address %s', async (to) => {
      await mailer.send(plainMail({ ...MAIL, to }));
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
      expect(catcher.recipients).toEqual([[expect.stringMatching(/^"?.livia.*@.*\.example$/)]]);
    });
  });

  describe('delivers', () => {
    it('each in the language and zone of whoever reads it, and else of whoever causes it', async () => {
      const readers = new NamedReaders({ 'ines@delta.example': { language: 'de', timeZone: 'Europe/Berlin' } });
      const own = new OutboxMailer(session, jobs, secretBox, clock, readers);
      const at = new Date('2026-07-20T09:15:00Z');
      const mails = ['ines', 'olivia'].map((username) => passwordChangedMail({ username, email: `${username}@delta.example` }, at));
      await own.send(...mails);
      const origin = { method: 'POST', requestId: 'r', ip: null, country: null, userAgent: null, platformVersion: null };
      await runWithOrigin({ ...origin, language: 'de', gone: new AbortController().signal }, () => {
        noteCaller(1);
        return own.send(...mails.slice(1));
      });
      // A stranger does not choose it.
      await runWithOrigin({ ...origin, language: 'de', gone: new AbortController().signal }, () => own.send(...mails.slice(1)));
      await newWorker().runDue();
      const [ines, olivia, german, stranger] = await Promise.all(catcher.received.map((mail) => PostalMime.parse(mail)));
      expect([ines?.subject, olivia?.subject]).toEqual(['Ihr Headgate-Passwort wurde geändert', 'Your Headgate password was changed']);
      expect(ines?.text).toContain('am 20. Juli 2026 um 11:15 MESZ geändert.');
      expect(ines?.html).toContain('<html lang="de">');
      expect(olivia?.text).toContain('was changed on 20 July 2026 at 09:15 UTC.');
      expect(german?.text).toContain('am 20. Juli 2026 um 09:15 UTC geändert.');
      expect(stranger?.subject).toBe('Your Headgate password was changed');
    });

    it('what was written, under an id of our host that stays the same', async () => {
      const text = `Grüße, Zoë 🛶\n${SECRET}\n`;
      await mailer.send(plainMail({ to: MAIL.to, subject: 'Пароль изменён', text }));
      await newWorker().runDue();
      const mail = await PostalMime.parse(catcher.received[0] ?? '');
      expect(mail).toMatchObject({
        subject: 'Пароль изменён',
        text: `${text}\n`,
        html: expect.stringContaining('<p>Grüße, Zoë 🛶'),
        date: clock.now().toISOString(),
      });
      expect(mail.from).toMatchObject({ name: 'Gate', address: 'gate@delta.example' });
      expect(mail.messageId).toMatch(/^<outbox\.\d+\.\w+@gate\.delta\.example>$/);
      expect(catcher.recipients).toEqual([['olivia@delta.example']]);
    });

    it('once the mail server is back, losing none', async () => {
      const worker = newWorker();
      await catcher.down();
      for (let number = 0; number < 5; number++) await mailer.send(plainMail({ ...MAIL, subject: `Number ${number}` }));
      expect(await worker.runDue()).toEqual({ done: 0, failed: 5 });
      for (const row of await rows()) {
        expect(row).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
        expect(row.last_error).toMatch(/ECONNREFUSED/);
        expect(row.body_sealed).not.toBeNull();
      }
      await catcher.up();
      await makeDue();
      expect(await worker.runDue()).toEqual({ done: 5, failed: 0 });
      const subjects = await Promise.all(catcher.received.map(async (mail) => (await PostalMime.parse(mail)).subject));
      expect(subjects.sort()).toEqual(['Number 0', 'Number 1', 'Number 2', 'Number 3', 'Number 4']);
      for (const row of await rows()) expect(row).toMatchObject({ attempts: 2, last_error: null, body_sealed: null });
      expect(log.join('')).not.toMatch(/planted|olivia|Number/i);
    });

    it('again when the server died in the middle of the conversation', async () => {
      const worker = newWorker();
      let reached = (): void => undefined;
      const inTheMiddle = new Promise<void>((resolve) => (reached = resolve));
      catcher.onMail = () => new Promise(() => reached());
      await mailer.send(plainMail(MAIL));
      const attempt = worker.runDue();
      await inTheMiddle;
      await catcher.down();
      expect(await attempt).toEqual({ done: 0, failed: 1 });
      expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null, attempts: 1 }]);
      catcher.onMail = () => Promise.resolve();
      await catcher.up();
      await makeDue();
      expect(await worker.runDue()).toEqual({ done: 1, failed: 0 });
      expect(catcher.received).toHaveLength(1);
    });

    it('a second copy under the same id when the acceptance could not be recorded', async () => {
      class Forgetful extends SmtpTransport {
        override async send(mail: OutgoingMail): Promise<void> {
          await super.send(mail);
          throw new Error('the process dies here');
        }
      }
      const forgetful = new Forgetful(catcher.url);
      await mailer.send(plainMail(MAIL));
      expect(await newWorker(forgetful).runDue()).toEqual({ done: 0, failed: 1 });
      expect(await rows()).toMatchObject([{ sent_at: null, attempts: 0 }]);
      clock.advance({ days: 1 });
      await makeDue();
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
      const [first, second] = await Promise.all(catcher.received.map((mail) => PostalMime.parse(mail)));
      expect(second?.messageId).toBe(first?.messageId);
      expect(second?.date).toBe(first?.date);
      forgetful.close();
    });

    it('once, however many workers and jobs try', async () => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let arrived = 0;
      catcher.onMail = () => {
        arrived += 1;
        return held;
      };
      await mailer.send(plainMail(MAIL));
      const [row] = await rows();
      await jobs.enqueue('mail.deliver', { id: row?.id ?? '' });
      const first = newWorker().runDue();
      await eventually('the mail is on its way', () => arrived > 0);
      expect(await newWorker().runDue()).toEqual({ done: 0, failed: 1 });
      expect(await queued()).toBe(2);
      release();
      expect(await first).toEqual({ done: 1, failed: 0 });
      await makeDue();
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
      expect([arrived, await queued()]).toEqual([1, 0]);
      expect(await rows()).toMatchObject([{ attempts: 1, last_error: null }]);
    });

    it('by a running worker, as soon as the unit of work is committed', async () => {
      const worker = newWorker();
      await worker.start();
      await session.run(() => mailer.send(plainMail(MAIL)));
      await eventually('the mail arrives', () => catcher.received.length > 0);
      await worker.stop();
      expect(await queued()).toBe(0);
    });

    it('with more time for the conversation than idle transactions have otherwise', async () => {
      const limits: unknown[] = [];
      const transport: MailTransport = {
        send: async () => void limits.push(...(await session.query('SHOW idle_in_transaction_session_timeout'))),
        close: () => undefined,
      };
      await mailer.send(plainMail(MAIL));
      await newWorker(transport).runDue();
      expect(limits).toEqual([{ idle_in_transaction_session_timeout: '90s' }]);
      expect(await session.query('SHOW idle_in_transaction_session_timeout')).not.toEqual(limits);
    });
  });

  describe('gives up', () => {
    it('a recipient who is refused for good, at once', async () => {
      await catcher.down();
      catcher = await new MailCatcher({
        onRcptTo: ({ address }, _session, done) =>
          done(address.startsWith('olivia') ? refusal(550, `5.1.1 <${address}> is unknown`) : null),
      }).up();
      const transport = new SmtpTransport(catcher.url);
      await mailer.send(plainMail({ ...MAIL, about: 'invitation:7', organizationId: 1 }));
      await mailer.send(plainMail({ ...MAIL, to: 'adam@delta.example', about: 'user:3' }));
      expect(await newWorker(transport).runDue()).toEqual({ done: 2, failed: 0 });
      const [refused, sent] = await rows();
      expect(refused).toMatchObject({
        sent_at: null,
        body_sealed: null,
        attempts: 1,
        last_error: 'EENVELOPE 550 5.1.1 at RCPT TO',
      });
      expect(refused?.failed_at).toEqual(clock.now());
      expect(sent?.sent_at).toEqual(clock.now());
      expect([catcher.recipients, await queued()]).toEqual([[['adam@delta.example']], 0]);
      expect(log.join('')).toMatch(new RegExp(`"level":"error".*"mail":"${refused?.id ?? ''}".*a mail was given up`));
      expect(log.join('')).not.toMatch(/planted|olivia|adam/i);
      expect(trail).toEqual([
        {
          ...{ action: 'mail.given_up', outcome: 'refused', actorUserId: null, organizationId: 1 },
          ...{ target: { type: 'invitation', id: '7' }, detail: { reason: 'EENVELOPE 550 5.1.1 at RCPT TO' } },
        },
      ]);
      transport.close();
    });

    it('after the last of 25 attempts, dropping the body', async () => {
      await catcher.down();
      await mailer.send(plainMail(MAIL));
      await session.execute('UPDATE outbox_mails SET attempts = 23');
      const worker = newWorker();
      expect(await worker.runDue()).toEqual({ done: 0, failed: 1 });
      expect(await rows()).toMatchObject([{ attempts: 24, failed_at: null, body_sealed: expect.stringMatching(/^v1\./) }]);
      await makeDue();
      expect(await worker.runDue()).toEqual({ done: 1, failed: 0 });
      expect(await rows()).toMatchObject([{ attempts: 25, failed_at: clock.now(), sent_at: null, body_sealed: null }]);
      expect(await queued()).toBe(0);
    });

    it('never by way of the queue, which counts crashes too, before the row does', async () => {
      await mailer.send(plainMail(MAIL));
      expect(await session.query('SELECT max_attempts FROM graphile_worker.jobs')).toEqual([{ max_attempts: 50 }]);
    });

    it('nothing for a body that was moved here from another mail: it is not sent, and stays', async () => {
      await mailer.send(plainMail(MAIL));
      await mailer.send(plainMail({ ...MAIL, to: 'eve@evil.example' }));
      const [olivia, eve] = await rows();
      await session.execute('UPDATE outbox_mails SET body_sealed = $1 WHERE id = $2', [olivia?.body_sealed, eve?.id]);
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 1 });
      expect(catcher.recipients).toEqual([['olivia@delta.example']]);
      expect((await rows())[1]).toMatchObject({
        attempts: 1,
        last_error: 'the sealed body cannot be opened',
        sent_at: null,
      });
    });

    it('a mail that is no longer there', async () => {
      await jobs.enqueue('mail.deliver', { id: '4711' });
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
    });
  });

  it('forgets mails 30 days after they were sent or given up, and none that waits', async () => {
    for (let number = 0; number < 5; number++) await mailer.send(plainMail(MAIL));
    const ids = (await rows()).map((row) => row.id);
    const end = (column: string, index: number, days: number) =>
      session.execute(`UPDATE outbox_mails SET ${column} = $2::timestamptz - make_interval(days => $3), body_sealed = NULL WHERE id = $1`, [
        ids[index],
        clock.now(),
        days,
      ]);
    await end('sent_at', 0, 31);
    await end('sent_at', 1, 29);
    await end('failed_at', 2, 31);
    await end('failed_at', 3, 29);
    await session.execute(`UPDATE outbox_mails SET created_at = created_at - interval '90 days'`);
    await session.execute('DELETE FROM graphile_worker._private_jobs');
    await jobs.enqueue('mail.purge', {});
    expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
    expect((await rows()).map((row) => row.id)).toEqual([ids[1], ids[3], ids[4]]);
  });
});
