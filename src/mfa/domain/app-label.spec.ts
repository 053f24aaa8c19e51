import { describe, expect, it } from '@jest/globals';
import { shownName } from './app-label.js';
import type { Factor } from './factor.js';

const app = (id: number, name: string, type: Factor['type'] = 'totp') => ({ id, name, type }) as Factor;
const LONG = 'Authenticator app on the phone of';

describe('what an authenticator app shows of a factor', () => {
  it.each([
    ['its name', 'Phone', [app(1, 'Tablet')], 'Phone'],
    ['its name beside a passkey of that name', 'Phone', [app(1, 'Phone', 'webauthn')], 'Phone'],
    ['the beginning of a long name', `${LONG} Mia`, [], 'Authenticator app on the phon…'],
    ['the id first where another has the name', 'Phone', [app(1, 'Phone')], '7 Phone'],
    ['the id first where another begins alike, and is cut', `${LONG} Mia`, [app(1, `${LONG} Ben`)], '7 Authenticator app on the ph…'],
    ['the id first where only signs differ that no label may hold', 'Phone:new', [app(1, 'Phone new')], '7 Phone new'],
    ['the id first where another is shown with its own', '2 Phone', [app(1, 'Phone'), app(2, 'Phone')], '7 2 Phone'],
  ])('is %s', (_, name, others, shown) => {
    expect(shownName({ id: 7, name }, others)).toBe(shown);
  });
});
