import { FEWEST_BREAK_GLASS } from './break-glass.js';
import { type Said, type Sentence, asSaid, say } from '../../shared/sentence.js';

const DAY_MS = 86_400_000;

export const BLOCKER_CODES = [
  'CONNECTION_ACTIVE',
  'CONNECTION_TESTED',
  'DOMAIN_VERIFIED',
  'ADMIN_HAS_LOGGED_IN_BY_SSO',
  'BREAK_GLASS_READY',
  'CALLER_NOT_LOCKED_OUT',
  'PLAN_FRESH',
] as const;

type BlockerCode = (typeof BLOCKER_CODES)[number];

/** What is missing, and why as it was found: a sentence must not speak of a test, domain or plan that there is not. */
const MESSAGES: Readonly<Record<BlockerCode, (findings: Findings) => Sentence>> = {
  CONNECTION_ACTIVE: () => 'Activate a connection to your identity provider.',
  CONNECTION_TESTED: ({ connections }) =>
    connections.some(({ status, testedAt }) => status === 'active' && testedAt !== null)
      ? 'Test the connection again: the last test that it passed as it is now is older than 24 hours.'
      : 'Test the connection: as it is now, it has passed no test.',
  DOMAIN_VERIFIED: ({ domains }) => {
    const verified = domains.filter(({ status }) => status === 'verified').map(({ domain }) => domain);
    return verified.length === 0
      ? 'Verify a domain: none of your organization is verified.'
      : say('Put the TXT record of a verified domain back. The DNS does not show it now: {domains}.', { domains: verified });
  },
  ADMIN_HAS_LOGGED_IN_BY_SSO: () => 'Ask an owner to log in through the connection.',
  BREAK_GLASS_READY: () =>
    say('Designate {count} owners with a second factor as break-glass accounts, each with a drill in the last 90 days.', {
      count: FEWEST_BREAK_GLASS,
    }),
  CALLER_NOT_LOCKED_OUT: () => 'Log in through the connection, or as a break-glass account: you would lock yourself out.',
  PLAN_FRESH: ({ plan }) => {
    if (plan === null) return 'Make a migration plan: there is none.';
    return plan.holds
      ? 'Make a new migration plan: the last one is older than 24 hours.'
      : 'Make a new migration plan: the last one no longer matches the members.';
  },
};

export interface Blocker {
  readonly code: BlockerCode;
  readonly message: Said;
}

/** What was found, all of it while the organization's owners and its enforcement could not change. */
export interface Findings {
  readonly now: Date;
  readonly connections: readonly { readonly id: number; readonly status: string; readonly testedAt: Date | null }[];
  readonly domains: readonly { readonly domain: string; readonly status: string }[];
  /** Whose TXT record was seen just now. */
  readonly domainsInDns: readonly string[];
  /** Owners who have logged in through an active connection. */
  readonly provenOwners: number;
  readonly readyBreakGlass: number;
  readonly caller: { readonly ssoConnectionId: number | null; readonly isExempt: boolean };
  readonly plan: { readonly confirmedAt: Date; readonly holds: boolean } | null;
}

/**
 * Everything that prevents requiring single sign-on, all at once, so that an owner does not have to try seven times.
 */
export function blockersOf(findings: Findings): Blocker[] {
  const { now, connections, domains, domainsInDns, provenOwners, readyBreakGlass, caller, plan } = findings;
  const isRecent = (moment: Date | null): boolean => moment !== null && now.getTime() - moment.getTime() < DAY_MS;
  const active = connections.filter(({ status }) => status === 'active');
  const holds: Record<BlockerCode, boolean> = {
    CONNECTION_ACTIVE: active.length > 0,
    CONNECTION_TESTED: active.some(({ testedAt }) => isRecent(testedAt)),
    DOMAIN_VERIFIED: domains.some(({ domain, status }) => status === 'verified' && domainsInDns.includes(domain)),
    ADMIN_HAS_LOGGED_IN_BY_SSO: provenOwners > 0,
    BREAK_GLASS_READY: readyBreakGlass >= FEWEST_BREAK_GLASS,
    CALLER_NOT_LOCKED_OUT: caller.isExempt || active.some(({ id }) => id === caller.ssoConnectionId),
    PLAN_FRESH: plan !== null && plan.holds && isRecent(plan.confirmedAt),
  };
  return BLOCKER_CODES.filter((code) => !holds[code]).map((code) => ({ code, message: asSaid(MESSAGES[code](findings)) }));
}
