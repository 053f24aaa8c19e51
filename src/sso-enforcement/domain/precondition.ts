import { FEWEST_BREAK_GLASS } from './break-glass.js';

const DAY_MS = 86_400_000;

const MESSAGES = {
  CONNECTION_ACTIVE: 'Activate a connection to your identity provider.',
  CONNECTION_TESTED: 'Test the connection as it is now: the last test is older than 24 hours.',
  DOMAIN_VERIFIED: 'Verify a domain: the DNS does not show the TXT record of any of your domains now.',
  ADMIN_HAS_LOGGED_IN_BY_SSO: 'Ask an owner to log in through the connection.',
  BREAK_GLASS_READY: `Designate ${FEWEST_BREAK_GLASS} owners with a second factor as break-glass accounts, each with a drill in the last 90 days.`,
  CALLER_NOT_LOCKED_OUT: 'Log in through the connection, or as a break-glass account: you would lock yourself out.',
  PLAN_FRESH: 'Make a migration plan: the last one is older than 24 hours, or no longer matches the members.',
} as const;

type BlockerCode = keyof typeof MESSAGES;

export const BLOCKER_CODES = Object.keys(MESSAGES) as BlockerCode[];

export interface Blocker {
  readonly code: BlockerCode;
  readonly message: string;
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
  return BLOCKER_CODES.filter((code) => !holds[code]).map((code) => ({ code, message: MESSAGES[code] }));
}
