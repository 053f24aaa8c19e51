import { describe, expect, it } from '@jest/globals';
import { emailOf } from './email-key.js';
import { inMail } from './in-mail.js';

describe('a text that people chose, in a mail,', () => {
  it.each([
    'ines.klein@delta.example',
    "ines.o'brien@delta.example",
    'ines&ben@delta.example',
    'ines/ben@delta.example',
    'ines=klein@delta.example',
    'ines_klein@delta_x.example',
    'inès.müller@bücher.example',
    '{ines}~klein!@delta.example',
  ])('is the address %s as the service accepts it', (address) => {
    expect([emailOf(address).text, inMail(address)]).toEqual([address, address]);
  });

  it.each([
    'evil.example/login?x@delta.example',
    "www.evil.example'x@delta.example",
    'evil.example..!x@delta.example',
    'evil.example?x=1@delta.example',
    'evil。example@delta.example',
    'evil.example#@delta.example',
  ])('is no address where a mail program might see a web address before it: %s', (address) => {
    expect(emailOf(address).text).toBe(address);
    expect(inMail(address)).toMatch(/^(?:www\.\u200B)?evil[.。]\u200Bexample/);
  });

  it.each(['https://evil.example', 'mailto:a@evil.example', 'https：//evil', 'www.evil', 'a@192.0.2.1'])('is no link: %s', (text) => {
    expect(inMail(text)).toContain('\u200B');
    expect(inMail(text).replaceAll('\u200B', '')).toBe(text);
  });

  it.each(['Dr. Klein, 1. Stock', '{"column":"region","operator":"="}', 'User::"5"', 'one: two'])('can be copied: %s', (text) => {
    expect(inMail(text)).toBe(text);
  });
});
