import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from './domain-error.js';
import { emailOf } from './email-key.js';
import { mailText } from './mail-text.js';
import { mailTo } from './mail-to.js';
import { pastedAddress } from './pasted-address.js';
import { inEnglish, verbatim } from './sentence.js';

const ADDRESS = 'ines@delta.example';

describe('an address that somebody pastes', () => {
  it.each([
    `Ines <${ADDRESS}>`,
    `"Klein, Ines" <${ADDRESS}>`,
    `<${ADDRESS}>`,
    `Ines Klein <mailto:${ADDRESS}>`,
    `mailto:${ADDRESS}`,
    `MAILTO:${ADDRESS}?subject=Hello`,
    `${ADDRESS};`,
    `${ADDRESS}, `,
    `Ines <${ADDRESS}>;`,
    `\u200B${ADDRESS}\u200E`,
    `ines@\u200Bdelta.example`,
    `\u2066${ADDRESS}\u2069\uFEFF`,
    ` ${ADDRESS}\n`,
  ])('is taken from %j', (text) => {
    expect(emailOf(pastedAddress(text)).text).toBe(ADDRESS);
  });

  it.each([
    ['no address', 'Ines <ines>', 'Must be an e-mail address, such as ines@delta.example.'],
    ['two addresses', `${ADDRESS}; adam@delta.example`, 'Give one address only.'],
    ['two in brackets', `<${ADDRESS}> <adam@delta.example>`, 'Give one address only.'],
    ['a name that is another address', `adam@delta.example <${ADDRESS}>`, 'Give one address only.'],
    ['a word beside it', `Ines ${ADDRESS}`, 'Give the address alone, without other words or signs.'],
    ['a bracket that is open', `Ines <${ADDRESS}`, 'Give the address alone, without other words or signs.'],
    ['an encoded sign', 'mailto:ines%40delta.example', 'Must be an e-mail address, such as ines@delta.example.'],
    ['a filler', `ines\u3164@delta.example`, 'Give the address alone, without other words or signs.'],
    ['a host without a domain', 'ines@delta..example', 'The part after the @ is not an internet domain. Check its spelling.'],
  ])('is refused with the reason: %s', (_, text, message) => {
    expect(messageOf(() => emailOf(pastedAddress(text)))).toBe(message);
  });

  it('is no reason to change what is no address', () => {
    expect(['olivia;', '<olivia>', ' olivia '].map(pastedAddress)).toEqual(['olivia;', '<olivia>', ' olivia ']);
  });

  it.each(['o.klein', 'o.klein+test', 'Zoë.Ωmega', 'ines.klein@delta.example', "ines.o'brien@delta.example"])(
    'or a username is %s again when it comes from a mail',
    (name) => {
      const { text } = mailText(mailTo({ username: name, email: ADDRESS }, 'Your Headgate account', []), {
        language: 'en',
        timeZone: 'UTC',
      });
      expect(pastedAddress(/^Hello (.*),$/m.exec(text)?.[1] ?? '')).toBe(name);
    },
  );

  it('is expected in every field for one', () => {
    const fields = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.dto\.ts$/.test(file) && !/^(?:demo|data-sources)\//.test(file))
      .flatMap((file) => [...readFileSync(join('src', file), 'utf8').matchAll(/((?: {2}@.*\n)+) {2}(?:email|username)[!?]: string/g)]);
    expect(fields.length).toBeGreaterThanOrEqual(7);
    // The name of a claim is no address, nor the account of a database.
    const others = fields.filter(([, decorators = '']) => !decorators.includes('@TypedAddress(') && !decorators.includes('@IsPlainText('));
    expect(others.map(([field]) => field)).toEqual([]);
  });
});

function messageOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof ValidationFailed ? inEnglish(error.details?.[0]?.message ?? verbatim('')) : String(error);
  }
}
