import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Bond, verdictOn } from './enforcement.js';

const PROVED = { isProved: true };

const bond: fc.Arbitrary<Omit<Bond, 'organizationId'>> = fc.record({
  isRequired: fc.boolean(),
  isReportOnly: fc.boolean(),
  isBreakGlass: fc.boolean(),
});
const bonds = fc.array(bond, { maxLength: 6 }).map((some) => some.map((one, index): Bond => ({ ...one, organizationId: index + 1 })));

describe('the verdict on a login without single sign-on', () => {
  it('refuses exactly the members who must use it, except break-glass accounts of an organization that requires it', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const demanding = some.filter(({ isRequired }) => isRequired);
        const expected = demanding.length > 0 && !demanding.some(({ isBreakGlass }) => isBreakGlass);
        const { refusedBy } = verdictOn(some, PROVED);
        expect(refusedBy !== null).toBe(expected);
        if (refusedBy !== null) expect(demanding.map(({ organizationId }) => organizationId)).toContain(refusedBy);
      }),
    );
  });

  it('takes the account for no exception while only its password was shown', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const { refusedBy, brokenInto } = verdictOn(some, { isProved: false });
        expect([refusedBy !== null, brokenInto]).toEqual([some.some(({ isRequired }) => isRequired), []]);
      }),
    );
  });

  it('reports only logins that go on, to those who ask for reports, and not of their break-glass accounts', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const { refusedBy, reportedTo } = verdictOn(some, PROVED);
        if (refusedBy !== null) expect(reportedTo).toEqual([]);
        for (const { organizationId, isReportOnly, isBreakGlass } of some)
          if (reportedTo.includes(organizationId)) expect([isReportOnly, isBreakGlass]).toEqual([true, false]);
      }),
    );
  });
});
