import { describe, expect, it } from '@jest/globals';
import { attributesNamedIn, redacted, redactedPath } from './redaction.js';

describe('redacted', () => {
  it.each([
    ['The value "bob@delta.example" is no boolean.', 'The value "…" is no boolean.'],
    ['bob@delta.example is taken', '… is taken'],
    ['open "end of Bob', 'open "…"'],
    ['a "b\\"Bob" c "d"', 'a "…" c "…"'],
    ['Another user has this userName. Choose another one.', 'Another user has this userName. Choose another one.'],
  ])('%s', (text, expected) => expect(redacted(text)).toBe(expected));

  it('takes time in proportion to a long text', () => {
    for (const text of ['"'.repeat(200_000), '\\'.repeat(200_000), `"${'\\"'.repeat(100_000)}`, '@'.repeat(200_000), 'a'.repeat(200_000)])
      expect(redacted(text).length).toBeLessThanOrEqual(500);
  });
});

describe('redactedPath', () => {
  it.each([
    ['/Users?filter=userName%20eq%20%22bob%40delta.example%22&startIndex=1', '/Users?filter=userName eq "…"&startIndex=1'],
    ['/Users?filter=emails[type+eq+"work"].value+eq+"b"', '/Users?filter=emails[type eq "…"].value eq "…"'],
    ['/Users?filter=userName eq bob@delta.example', '/Users?filter=userName eq …'],
    ['/Users?filter=userName eq "bob', '/Users?filter=userName eq "…"'],
    ['/Users?aadOptscim062020', '/Users?aadOptscim062020'],
    ['/Users?cursor=Ym9i&count=5&name=Bob', '/Users?cursor=…&count=5&name=…'],
    ['/Users/bob@delta.example', '/Users/…'],
    ['/Users/%ZZ?a=%ZZ&filter=%ZZ', '…?a=…&filter=…'],
    ['/Users?', '/Users'],
    ['/', '/'],
  ])('%s', (url, expected) => expect(redactedPath(url)).toBe(expected));
});

describe('attributesNamedIn', () => {
  it('tells the attributes of a PATCH, by path or by value', () => {
    const operation = (path: unknown, value: unknown) => ({ op: 'replace', path, value });
    const Operations = [
      operation('emails[type eq "work" and value eq "bob@delta.example"].value', 'x'),
      operation('members[value eq "1"', undefined),
      operation(undefined, { 'name.givenName': 'Bob', active: false }),
      operation(5, 'x'),
      operation(undefined, ['x']),
      'nonsense',
    ];
    expect(attributesNamedIn('PATCH', { schemas: [], Operations })).toEqual(['emails.value', 'members', 'name.givenName', 'active']);
    expect(attributesNamedIn('PATCH', { operations: { op: 'add' } })).toEqual([]);
  });

  it('tells those of a whole resource, once each, without what could hide a value', () => {
    const body = { schemas: [], id: '1', meta: {}, userName: 'bob', 'bob@delta.example': 1, 'a b': 2 };
    expect(attributesNamedIn('PUT', body)).toEqual(['userName']);
    expect(attributesNamedIn('POST', Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`a${n}`, n])))).toHaveLength(50);
  });

  it('tells none where none is written', () => {
    expect(attributesNamedIn('GET', { userName: 'bob' })).toBeNull();
    expect(attributesNamedIn('POST', ['userName'])).toBeNull();
    expect(attributesNamedIn('POST', undefined)).toBeNull();
  });
});
