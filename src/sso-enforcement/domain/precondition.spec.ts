import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../shared/sentence.js';
import { type Findings, blockersOf } from './precondition.js';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const YESTERDAY = new Date('2026-11-19T09:00:00.000Z');
const GOOD: Findings = {
  now: NOW,
  connections: [{ id: 3, status: 'active', testedAt: NOW }],
  domains: [{ domain: 'delta.example', status: 'verified' }],
  domainsInDns: ['delta.example'],
  provenOwners: 1,
  readyBreakGlass: 2,
  caller: { ssoConnectionId: 3, isExempt: false },
  plan: { confirmedAt: NOW, holds: true },
};

describe('what stands against requiring single sign-on', () => {
  it.each<[string, Partial<Findings>, string[]]>([
    ['nothing', {}, []],
    [
      'a connection that is only tested',
      { connections: [{ id: 3, status: 'tested', testedAt: NOW }] },
      ['CONNECTION_ACTIVE', 'CONNECTION_TESTED', 'CALLER_NOT_LOCKED_OUT'],
    ],
    [
      'a test of an inactive connection',
      {
        connections: [
          { id: 3, status: 'active', testedAt: null },
          { id: 4, status: 'tested', testedAt: NOW },
        ],
      },
      ['CONNECTION_TESTED'],
    ],
    ['a test of 24 hours ago', { connections: [{ id: 3, status: 'active', testedAt: YESTERDAY }] }, ['CONNECTION_TESTED']],
    ['a domain that drifted', { domains: [{ domain: 'delta.example', status: 'drifted' }] }, ['DOMAIN_VERIFIED']],
    ['a record of another domain', { domainsInDns: ['estuary.example'] }, ['DOMAIN_VERIFIED']],
    ['no owner who has come through', { provenOwners: 0 }, ['ADMIN_HAS_LOGGED_IN_BY_SSO']],
    ['one break-glass account', { readyBreakGlass: 1 }, ['BREAK_GLASS_READY']],
    ['a caller from another connection', { caller: { ssoConnectionId: 4, isExempt: false } }, ['CALLER_NOT_LOCKED_OUT']],
    ['an exempt caller', { caller: { ssoConnectionId: null, isExempt: true } }, []],
    ['no plan', { plan: null }, ['PLAN_FRESH']],
    ['a plan of 24 hours ago', { plan: { confirmedAt: YESTERDAY, holds: true } }, ['PLAN_FRESH']],
    ['a plan that does not hold', { plan: { confirmedAt: NOW, holds: false } }, ['PLAN_FRESH']],
  ])('with %s', (_, found, codes) => {
    expect(blockersOf({ ...GOOD, ...found }).map(({ code }) => code)).toEqual(codes);
  });

  it.each<[string, Partial<Findings>, string]>([
    ['no test', { connections: [{ id: 3, status: 'active', testedAt: null }] }, 'as it is now, it has passed no test'],
    ['no test of the active one', { connections: [{ id: 4, status: 'tested', testedAt: NOW }] }, 'as it is now, it has passed no test'],
    ['an old test', { connections: [{ id: 3, status: 'active', testedAt: YESTERDAY }] }, 'is older than 24 hours'],
    ['no domain', { domains: [], domainsInDns: [] }, 'Verify a domain'],
    ['a claimed domain', { domains: [{ domain: 'delta.example', status: 'claimed' }], domainsInDns: [] }, 'Verify a domain'],
    ['a verified domain without its record', { domainsInDns: [] }, 'Put the TXT record of a verified domain back'],
    ['no plan', { plan: null }, 'there is none'],
    ['an old plan', { plan: { confirmedAt: YESTERDAY, holds: true } }, 'is older than 24 hours'],
    ['a plan of other members', { plan: { confirmedAt: YESTERDAY, holds: false } }, 'no longer matches the members'],
  ])('speaks of what there is: %s', (_, found, said) => {
    const DATED = [
      'is older than 24 hours',
      'there is none',
      'no longer matches',
      'it has passed no test',
      'Verify a domain',
      'Put the TXT record',
    ];
    const sentences = blockersOf({ ...GOOD, ...found }).map(({ message }) => inEnglish(message));
    const spoken = DATED.filter((part) => sentences.some((sentence) => sentence.includes(part)));
    expect(spoken).toEqual(DATED.filter((part) => said.includes(part)));
  });
});
