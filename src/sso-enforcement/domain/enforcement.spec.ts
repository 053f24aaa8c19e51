import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Bond, verdictOn } from './enforcement.js';

const PROVED = { isProved: true };

const bond: fc.Arbitrary<Omit<Bond, 'organizationId'>> = fc.record({
  isRequired: fc.boolean(),
  isReportOnly: fc.boolean(),
  isBreakGlass: fc.boolean(),
  exemptUntil: fc.option(fc.date({ noInvalidDate: true })),
});
const bonds = fc.array(bond, { maxLength: 6 }).map((some) => some.map((one, index): Bond => ({ ...one, organizationId: index + 1 })));

describe('the verdict on a login without single sign-on', () => {
  it('refuses exactly the members who must use it, except accounts for emergencies anywhere, and exempt members where they are exempt', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const demanding = some.filter(({ isRequired }) => isRequired);
        const expected = demanding.some(({ exemptUntil }) => exemptUntil === null) && !demanding.some(({ isBreakGlass }) => isBreakGlass);
        const { refusedBy } = verdictOn(some, PROVED);
        expect(refusedBy !== null).toBe(expected);
        if (refusedBy !== null) expect(demanding.map(({ organizationId }) => organizationId)).toContain(refusedBy);
      }),
    );
  });

  it('takes the account for one of emergencies only if more than its password was shown', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const { refusedBy, brokenInto } = verdictOn(some, { isProved: false });
        expect([refusedBy !== null, brokenInto]).toEqual([
          some.some(({ isRequired, exemptUntil }) => isRequired && exemptUntil === null),
          [],
        ]);
      }),
    );
  });

  it('reports only logins that go on, to those who ask for reports, and not of break-glass accounts and exempt members', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const { refusedBy, reportedTo } = verdictOn(some, PROVED);
        if (refusedBy !== null) expect(reportedTo).toEqual([]);
        for (const { organizationId, isReportOnly, isBreakGlass, exemptUntil } of some)
          if (reportedTo.includes(organizationId)) expect([isReportOnly, isBreakGlass, exemptUntil]).toEqual([true, false, null]);
      }),
    );
  });

  it('ends with the first of the exemptions that it needs', () => {
    fc.assert(
      fc.property(bonds, (some) => {
        const { refusedBy, exemptUntil } = verdictOn(some, PROVED);
        const ends = some.flatMap((one) => (one.isRequired && one.exemptUntil !== null ? [one.exemptUntil.getTime()] : []));
        const expected = refusedBy === null && ends.length > 0 ? Math.min(...ends) : undefined;
        expect(exemptUntil?.getTime()).toBe(expected);
      }),
    );
  });
});
