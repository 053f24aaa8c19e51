export const ORG_BLOCKER_CODES = [
  'NO_ACTIVE_CONNECTION',
  'CONNECTION_NOT_TESTED',
  'CONNECTION_TEST_TOO_OLD',
  'NO_VERIFIED_DOMAIN',
  'DOMAIN_DRIFTED',
  'NO_BREAK_GLASS',
  'BREAK_GLASS_NOT_READY',
  'NO_OWNER_USES_SSO',
  'ADDRESS_HELD',
] as const;

/**
 * What an organization as a whole lacks before single sign-on can be required; never about single members, only about users who cannot
 * become members.
 */
export interface OrgBlocker {
  readonly code: (typeof ORG_BLOCKER_CODES)[number];
  readonly message: string;
}

export interface OrganizationState {
  readonly connections: number;
  readonly activeConnections: number;
  /** When the newest test of a connection as it is now was passed; of active connections, if there are any. */
  readonly testedAt: Date | null;
  readonly verifiedDomains: number;
  readonly driftedDomains: readonly string[];
  readonly breakGlassAccounts: number;
  /** How many of those the change to required single sign-on would count. */
  readonly readyBreakGlassAccounts: number;
  readonly ownersUsingSso: number;
  /** And people whom a directory brings, who either get one or are made members: the sum does not tell which. */
  readonly pendingInvitations: number;
  /** Names of users of the directory without an account, each with the user who has their address. */
  readonly waiting: readonly { readonly username: string; readonly holder: string }[];
}

export const BREAK_GLASS_ACCOUNTS = 2;
const TEST_HOURS = 24;

const HOUR_MS = 3_600_000;

export function blockersOf(state: OrganizationState, now: Date): OrgBlocker[] {
  return [...connectionBlockers(state, now), ...domainBlockers(state), ...breakGlassBlockers(state), ...waitingBlockers(state)];
}

function connectionBlockers(state: OrganizationState, now: Date): OrgBlocker[] {
  const blockers: OrgBlocker[] = [];
  if (state.activeConnections === 0)
    blockers.push({
      code: 'NO_ACTIVE_CONNECTION',
      message: 'No connection to an identity provider is active. Activate one.',
    });
  if (state.connections > 0 && state.testedAt === null)
    blockers.push({
      code: 'CONNECTION_NOT_TESTED',
      message: 'No connection has passed a test with its present configuration. Test one.',
    });
  else if (state.testedAt !== null && now.getTime() - state.testedAt.getTime() > TEST_HOURS * HOUR_MS)
    blockers.push({
      code: 'CONNECTION_TEST_TOO_OLD',
      message: `The last passed test is more than ${TEST_HOURS} hours old. Test again on the day of the change.`,
    });
  if (state.activeConnections > 0 && state.ownersUsingSso === 0)
    blockers.push({
      code: 'NO_OWNER_USES_SSO',
      message: 'No owner has logged in through an active connection yet.',
    });
  return blockers;
}

function domainBlockers({ verifiedDomains, driftedDomains }: OrganizationState): OrgBlocker[] {
  const blockers: OrgBlocker[] = [];
  if (verifiedDomains === 0)
    blockers.push({
      code: 'NO_VERIFIED_DOMAIN',
      message: 'No domain is verified, so no account can be linked. Verify one.',
    });
  if (driftedDomains.length > 0)
    blockers.push({
      code: 'DOMAIN_DRIFTED',
      message: `The DNS no longer shows the record of ${driftedDomains.join(', ')}; these domains link no new people.`,
    });
  return blockers;
}

/** The rest is in the list of provisioned people. */
const MOST_NAMED = 5;

function waitingBlockers({ waiting }: OrganizationState): OrgBlocker[] {
  if (waiting.length === 0) return [];
  const named = waiting.slice(0, MOST_NAMED).map(({ username, holder }) => `${username} (the address is that of ${holder})`);
  const rest = waiting.length > MOST_NAMED ? ' and others' : '';
  return [
    {
      code: 'ADDRESS_HELD',
      message: `${waiting.length} users of the directory have no account, because another user has their address: ${named.join(', ')}${rest}. Delete the other user, or give one of the two another address.`,
    },
  ];
}

function breakGlassBlockers({ breakGlassAccounts, readyBreakGlassAccounts }: OrganizationState): OrgBlocker[] {
  if (breakGlassAccounts < BREAK_GLASS_ACCOUNTS)
    return [
      {
        code: 'NO_BREAK_GLASS',
        message: `${breakGlassAccounts} of at least ${BREAK_GLASS_ACCOUNTS} owners are exempt for emergencies.`,
      },
    ];
  if (readyBreakGlassAccounts >= BREAK_GLASS_ACCOUNTS) return [];
  return [
    {
      code: 'BREAK_GLASS_NOT_READY',
      message: `${readyBreakGlassAccounts} of at least ${BREAK_GLASS_ACCOUNTS} exempt accounts are active owners with a fit second factor and a recent drill.`,
    },
  ];
}
