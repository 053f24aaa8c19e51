import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type LinkableAccount, type LinkingFacts, decideLink, proofFault } from './linking.js';

const account: fc.Arbitrary<LinkableAccount> = fc.record({
  isActive: fc.boolean(),
  isSystemAdmin: fc.boolean(),
  isBreakGlass: fc.boolean(),
  hasPassword: fc.boolean(),
  isEmailVerified: fc.boolean(),
  isProvisionedHere: fc.boolean(),
  isMember: fc.boolean(),
  isSuspended: fc.boolean(),
  isOwner: fc.boolean(),
  linkHere: fc.constantFrom('none' as const, 'other_subject' as const, 'stale' as const),
  isLinkedElsewhere: fc.boolean(),
  movesHere: fc.boolean(),
});

const anything: fc.Arbitrary<LinkingFacts> = fc.record({
  hasEmail: fc.boolean(),
  isEmailVerified: fc.boolean(),
  domain: fc.constantFrom('verified' as const, 'drifted' as const, 'lost' as const, 'not_owned' as const),
  provisions: fc.boolean(),
  account: fc.option(account, { nil: null }),
});

const REACHED = { hasEmail: true, isEmailVerified: true, domain: 'verified' } as const;

const GOOD: LinkableAccount = {
  isActive: true,
  isSystemAdmin: false,
  isBreakGlass: false,
  hasPassword: false,
  isEmailVerified: false,
  isProvisionedHere: true,
  isMember: true,
  isSuspended: false,
  isOwner: false,
  linkHere: 'none',
  isLinkedElsewhere: false,
  movesHere: false,
};

/** A rule holds for whatever there may be; `fc.assert` counts as the assertion. */
function always(rule: (facts: LinkingFacts) => boolean): void {
  fc.assert(fc.property(anything, rule), { numRuns: 3_000 });
}

describe('what an asserted address leads to', () => {
  it('is nothing at all unless the provider answers for it, and its domain is or was shown to be the organization’s own', () => {
    always((facts) => decideLink(facts).kind === 'refuse' || (facts.hasEmail && facts.isEmailVerified && facts.domain !== 'not_owned'));
  });

  it('is only a question to members who can prove themselves once the domain is shown no more', () => {
    always(
      (facts) =>
        facts.domain === 'verified' ||
        decideLink(facts).kind === 'refuse' ||
        (decideLink(facts).kind === 'propose' && facts.account?.isMember === true && facts.account.hasPassword),
    );
    for (const domain of ['drifted', 'lost'] as const)
      expect(decideLink({ ...REACHED, domain, provisions: true, account: { ...GOOD, hasPassword: true } }).kind).toBe('propose');
  });

  it('says by no fault what it leads to where the provider does not answer for it', () => {
    always((facts) => {
      const decision = decideLink({ ...facts, hasEmail: true, isEmailVerified: false });
      return decision.kind === 'refuse' && decision.fault === 'EMAIL_NOT_VERIFIED';
    });
  });

  it('is never an account that an attacker may have planted: with a password, or with another link, unless a wave moves the person', () => {
    always(
      (facts) =>
        decideLink(facts).kind !== 'link' ||
        facts.account?.movesHere === true ||
        (facts.account?.hasPassword === false && !facts.account.isLinkedElsewhere && facts.account.linkHere === 'none'),
    );
  });

  it('is without proof an account of the organization alone, that it made or whose owner reads its mail', () => {
    always(
      ({ account: found, ...facts }) =>
        decideLink({ ...facts, account: found }).kind !== 'link' ||
        (found?.isMember === true && (found.isProvisionedHere || found.isEmailVerified || found.movesHere)),
    );
  });

  it('is without proof no owner and no account with another link at the connection, even in a wave', () => {
    always((facts) => decideLink(facts).kind !== 'link' || (facts.account?.isOwner === false && facts.account.linkHere === 'none'));
    const moved = { ...GOOD, hasPassword: true, isLinkedElsewhere: true, isProvisionedHere: false, movesHere: true };
    expect(decideLink({ ...REACHED, provisions: false, account: moved })).toEqual({ kind: 'link', linkedBy: 'wave' });
  });

  it('is no administrator of the installation, no break-glass account, and not suspended or disabled', () => {
    always(({ account: found, ...facts }) => {
      const isOut = found !== null && (found.isSystemAdmin || found.isBreakGlass || found.isSuspended || !found.isActive);
      return !isOut || decideLink({ ...facts, account: found }).kind === 'refuse';
    });
  });

  it('is a new account only where there is none and the organization lets it be made', () => {
    always((facts) => decideLink(facts).kind !== 'provision' || (facts.account === null && facts.provisions));
  });

  it('can be shown as the person’s own exactly if it is proposed or linked', () => {
    always(
      ({ account: found, ...facts }) =>
        found === null ||
        (proofFault({ ...facts, account: found }) === null) === ['link', 'propose'].includes(decideLink({ ...facts, account: found }).kind),
    );
  });

  it.each<[string, Partial<LinkableAccount>, string]>([
    ['made by the organization', {}, 'link'],
    ['whose owner has shown that they read its mail', { isProvisionedHere: false, isEmailVerified: true }, 'link'],
    ['that no directory provisioned', { isProvisionedHere: false }, 'propose'],
    ['with a password', { hasPassword: true }, 'propose'],
    ['that another provider leads to', { isLinkedElsewhere: true }, 'propose'],
    ['that the connection led to before it was pointed elsewhere', { linkHere: 'stale' }, 'propose'],
    ['of an owner', { isOwner: true }, 'propose'],
    ['of another person at the same provider', { linkHere: 'other_subject' }, 'IDENTITY_CONFLICT'],
    ['of no member', { isMember: false }, 'NO_ACCOUNT'],
    ['of a suspended person', { isSuspended: true }, 'ACCOUNT_NOT_ACTIVE'],
    ['of an administrator of the installation', { isSystemAdmin: true }, 'ACCOUNT_EXEMPT'],
    ['for emergencies', { isBreakGlass: true }, 'ACCOUNT_EXEMPT'],
  ])('of an account %s', (_, change, expected) => {
    const decision = decideLink({ ...REACHED, provisions: false, account: { ...GOOD, ...change } });
    expect(decision.kind === 'refuse' ? decision.fault : decision.kind).toBe(expected);
  });
});
