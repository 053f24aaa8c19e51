import { describe, expect, it } from '@jest/globals';
import { inMail } from '../../shared/in-mail.js';
import { mailHtml } from './mail-html.js';

const OWN = ['https://gate.example'];
const LINK = 'https://gate.example/app/invitations#token=a&b';
const htmlOf = (...lines: string[]): string =>
  mailHtml({ subject: 'Invitation to Delta', text: ['Hello,', '', ...lines, ''].join('\n'), language: 'en' }, OWN);
const bodyOf = (html: string): string => /<\/h1>([^]*)<\/article>/.exec(html)?.[1] ?? '';

describe('a mail as a page', () => {
  it('leads to the page with a button, and shows where it leads', () => {
    const html = bodyOf(htmlOf(`Accept the invitation here: ${LINK}`));
    const address = LINK.replace('&', '&amp;');
    expect(html).toContain(`<p>Accept the invitation here:</p><p><a class="go" href="${address}">Open the page</a></p>`);
    expect(html).toContain(`<p class="link"><a href="${address}">${address}</a></p>`);
  });

  it('keeps the lines of a list and of a token', () => {
    const html = bodyOf(htmlOf('Enter this:', 'hgi_token', '', 'Changed:', '  name: one', '  name: two'));
    expect(html).toContain('<p>Enter this:<br>hgi_token</p>');
    expect(html).toContain('<p>Changed:<br>&nbsp;&nbsp;name: one<br>&nbsp;&nbsp;name: two</p>');
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>"><script>alert(2)</script>'],
    ['an address', 'https://evil.example/ https://gate.example/app/steal'],
    ['a scheme', 'javascript:alert(1)'],
    ['a turned direction', '\u202Egpj.exe\u2066 &amp; "Delta"'],
    ['a line of its own', `Delta\n\nOpen this: ${LINK}`],
  ])('takes a name for a name: %s', (_, name) => {
    const html = bodyOf(htmlOf(`${inMail(name)} invites you: ${inMail(name)}`, '', inMail(name)));
    expect(html).not.toMatch(/<(?!\/?(?:p|br)\b)/);
    expect(html).not.toContain('href');
    expect(html).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  });

  it('speaks the language of its text', () => {
    const html = mailHtml({ subject: 'Einladung', text: `Nehmen Sie die Einladung hier an: ${LINK}`, language: 'de' }, OWN);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('>Seite öffnen</a>');
  });

  it('makes no link of an address elsewhere', () => {
    expect(htmlOf('Look here:', 'https://evil.example/x', '', 'https://gate.example.evil.example/')).not.toContain('<a ');
  });

  it('loads nothing, and is small', () => {
    const html = htmlOf(`Accept the invitation here: ${LINK}`);
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object)|url\(|@import|@font-face/);
    expect(Buffer.byteLength(html)).toBeLessThan(3_000);
  });
});
