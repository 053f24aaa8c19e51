import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import PostalMime, { type Email } from 'postal-mime';
import { MailNotTaken, type MailTransport, type OutgoingMail } from '../../src/platform/mail/mail-transport.js';

export interface TransportUnderTest {
  readonly transport: MailTransport;
  /** What arrived, the oldest first. */
  received(): Promise<Buffer[]>;
  /** From now on nothing can be delivered. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

const MAIL: OutgoingMail = {
  messageId: '<outbox.7.abc@headgate.test>',
  date: new Date('2026-11-20T09:00:00.000Z'),
  from: 'Headgate <gate@headgate.test>',
  to: 'olivia@delta.example',
  subject: 'Willkommen',
  text: 'Hello.\n',
  html: '<p>Hello.</p>\n',
};

/** What every way out of the service must do with a mail. */
export function mailTransportContract(name: string, start: () => Promise<TransportUnderTest>): void {
  describe(`${name} as a mail transport`, () => {
    let subject: TransportUnderTest;
    beforeEach(async () => {
      subject = await start();
    });
    afterEach(() => subject.close());

    async function deliver(changes: Partial<OutgoingMail>): Promise<{ mail: Email; source: string }> {
      await subject.transport.send({ ...MAIL, ...changes });
      const source = (await subject.received()).at(-1) ?? Buffer.alloc(0);
      const mail = await PostalMime.parse(source);
      // The reader takes the line break before the end of a part for one of the part (RFC 2046 section 5.1.1 says otherwise).
      const own = (part: string | undefined): string | undefined => part?.replace(/\n$/, '');
      return { mail: { ...mail, text: own(mail.text), html: own(mail.html) }, source: source.toString('latin1') };
    }

    it('delivers sender, recipient, date, id, text and page, marked as sent by a machine', async () => {
      const { mail } = await deliver({});
      expect(mail.from).toMatchObject({ name: 'Headgate', address: 'gate@headgate.test' });
      expect(mail.to).toEqual([expect.objectContaining({ address: 'olivia@delta.example' })]);
      expect(mail.messageId).toBe('<outbox.7.abc@headgate.test>');
      expect(mail.date).toBe('2026-11-20T09:00:00.000Z');
      expect(mail.subject).toBe('Willkommen');
      expect(mail.text).toBe('Hello.\n');
      expect(mail.html).toBe('<p>Hello.</p>\n');
      expect(mail.attachments).toEqual([]);
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    });

    it('writes lines that end in CRLF and hold at most 998 octets of ASCII (RFC 5322 section 2.1.1)', async () => {
      const { source } = await deliver({
        subject: 'ö'.repeat(2000),
        text: `${'€'.repeat(5000)}\n.\n..\n`,
        html: `<p>${'€'.repeat(5000)}</p>\n`,
      });
      expect((await deliver({ text: 'to and fro '.repeat(100) })).source).not.toMatch(/format=flowed/i);
      expect(source).not.toMatch(/[^\r]\n|\r[^\n]/);
      expect(source).not.toMatch(/[^\t\r\n -~]/);
      expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    });

    it.each([
      ['Ümläute, 漢字, 🛶 and "quotes"', 'Grüße aus Kōbe 🌊\n'],
      ['x'.repeat(500), `https://headgate.test/reset/${'0123456789abcdef'.repeat(30)}\nend\n`],
      ['dots', '.\n.hidden\n..\nFrom here\n'],
      ['Delta =?utf-8?q?=E2=80=AEgro=2Elive?=', '=C3=A9 is no é\n\n\n  indented  \n'],
    ])('keeps subject and text to the letter: %#', async (title, text) => {
      const { mail } = await deliver({ subject: title, text });
      expect(mail.text).toBe(text);
      expect(mail.subject?.replaceAll('\u200B', '')).toBe(title);
    });

    it.each(['\r\nBcc: eve@evil.example', '\nBcc: eve@evil.example', '\rBcc: eve@evil.example', '\r\n\r\nAnother body'])(
      'gains no header and no recipient from %j',
      async (injected) => {
        const { mail, source } = await deliver({
          subject: `Hello${injected}`,
          from: `Gate${injected} <gate@headgate.test>`,
        });
        expect(source).not.toMatch(/^Bcc:/im);
        expect(mail.bcc).toBeUndefined();
        expect(mail.text).toBe('Hello.\n');
      },
    );

    it.each(['a@delta.example, eve@evil.example', 'a@delta.example;eve@evil.example', '<a@delta.example> eve@evil.example'])(
      'never reads two recipients into %s',
      async (to) => {
        const outcome = await deliver({ to }).catch((error: unknown) => error);
        if (outcome instanceof MailNotTaken) return;
        expect((outcome as { mail: Email }).mail.to).toHaveLength(1);
      },
    );

    it('sends a text that names a file or an address as plain text', async () => {
      const { mail } = await deliver({ text: 'file:///etc/hostname\n' });
      expect(mail.text).toBe('file:///etc/hostname\n');
    });

    it('delivers mails that are sent at the same time', async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `<outbox.${index}.abc@headgate.test>`);
      await Promise.all(ids.map((messageId) => subject.transport.send({ ...MAIL, messageId })));
      const arrived = await Promise.all((await subject.received()).map((source) => PostalMime.parse(source)));
      expect(arrived.map((mail) => mail.messageId).sort()).toEqual(ids.sort());
    });

    it('reports that a mail was refused, without quoting it', async () => {
      await subject.breakDown();
      const error = await subject.transport.send({ ...MAIL, subject: 'my-subject', text: 'my-secret' }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(MailNotTaken);
      expect((error as MailNotTaken).permanent).toBe(false);
      expect((error as MailNotTaken).reason).toMatch(/^E[A-Z]+/);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/my-secret|my-subject|olivia/);
    });
  });
}
