import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail-text.js';
import { say, verbatim } from './sentence.js';

const MAIL = {
  subject: say('Reminder: single sign-on is required from {at}', { at: '2026-07-20T09:15:00.000Z' }),
  body: [
    say('Hello {name},', { name: 'Ines' }),
    ['- The e-mail address of the account was changed.', verbatim('  2026-01-20T23:15:00Z')],
    'If this was not you, tell your administrator at once.',
  ],
} as const;

describe('a mail as its reader gets it', () => {
  it('is in English with times in UTC', () => {
    expect(mailText(MAIL, { language: 'en', timeZone: 'UTC' })).toEqual({
      subject: 'Reminder: single sign-on is required from 20 July 2026 at 09:15 UTC',
      text:
        'Hello Ines,\n\n- The e-mail address of the account was changed.\n  20 January 2026 at 23:15 UTC\n\n' +
        'If this was not you, tell your administrator at once.\n',
    });
  });

  it('is in German, with times of their zone in summer and in winter', () => {
    expect(mailText(MAIL, { language: 'de', timeZone: 'Europe/Berlin' })).toEqual({
      subject: 'Erinnerung: Single Sign-on ist ab dem 20. Juli 2026 um 11:15 MESZ Pflicht',
      text:
        'Guten Tag Ines,\n\n- Die E-Mail-Adresse des Kontos wurde geändert.\n  21. Januar 2026 um 00:15 MEZ\n\n' +
        'Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Administrator.\n',
    });
  });

  it('takes no time for one that is none', () => {
    const body = [verbatim('2026-99-20T09:15:00Z')];
    expect(mailText({ subject: 'Your Headgate account', body }, { language: 'en', timeZone: 'UTC' }).text).toBe('2026-99-20T09:15:00Z\n');
  });
});
