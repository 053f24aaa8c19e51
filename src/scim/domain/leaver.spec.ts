import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { isReturning, namesOf } from './leaver.js';
import { keysOf } from './resource-keys.js';

const namedBy = (attributes: JsonObject) => namesOf(keysOf('User', { userName: 'ines@x.example', ...attributes }));
const INES = { externalId: 'e-1', displayName: 'Ines', name: { givenName: 'Ines', familyName: 'Berg' } };
const NAMELESS = {};
const UNNUMBERED = { displayName: 'Ines' };

describe('who comes with an address that was used before', () => {
  it.each<[string, JsonObject, JsonObject, boolean]>([
    ['the same external id', INES, INES, true],
    ['the same external id under another name', INES, { externalId: 'e-1', displayName: 'Ines Sommer' }, true],
    ['another external id', INES, { ...INES, externalId: 'e-2' }, false],
    ['an external id where there was none', UNNUMBERED, INES, false],
    ['none where there was one', INES, UNNUMBERED, false],
    ['the same names', UNNUMBERED, { displayName: 'INES' }, true],
    ['another display name', UNNUMBERED, { displayName: 'Bea' }, false],
    ['another family name', { name: { familyName: 'Berg' } }, { name: { familyName: 'Tal' } }, false],
    ['another userName', NAMELESS, { userName: 'bea' }, false],
    ['nothing but the same userName', NAMELESS, { userName: 'INES@x.example' }, true],
  ])('with %s', (_, left, came, expected) => {
    expect(isReturning(namedBy(left), namedBy(came))).toBe(expected);
  });

  it('is a new person where nothing is known of the one before', () => {
    expect(isReturning(null, namedBy(INES))).toBe(false);
  });
});
