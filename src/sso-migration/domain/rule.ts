import type { Group } from './group.js';

/** Who has to act next. */
export const ACTORS = ['user', 'admin', 'idp_admin'] as const;

export type Actor = (typeof ACTORS)[number];

export const SEVERITIES = ['blocker', 'action', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

/**
 * What happens to a member's way to log in when single sign-on is required of all:
 * - `open`: it stays;
 * - `closed`: there is none now either;
 * - `lost`: only an administrator can open another;
 * - `proof`: a connection that serves their address lets them in, once they have shown that the account is theirs.
 */
export type Entrance = 'open' | 'closed' | 'lost' | 'proof';

export interface Rule {
  readonly code: string;
  readonly group: Group;
  readonly severity: Severity;
  readonly entrance: Entrance;
  readonly actor: Actor;
  readonly nextAction: string;
}

/**
 * The first rule that holds decides the group and is the primary reason; the last holds for all members. Only what an
 * administrator has to settle asks for an intervention, and what an organization as a whole lacks moves no member.
 */
export const RULES = [
  rule('ACCOUNT_INACTIVE', 'closed', 'admin', 'Reactivate the account, or remove the membership.'),
  rule('SCIM_DEPROVISIONED', 'closed', 'idp_admin', 'Activate the person in your directory, or remove the membership.'),
  {
    ...rule('EXEMPT', 'open', 'admin', 'Nothing to migrate until the exemption ends. Settle by then how the person logs in.'),
    severity: 'info',
  },
  rule(
    'SERVICE_ACCOUNT',
    'lost',
    'admin',
    'No identity provider logs this account in. Decide how it should work without a person, or remove it.',
  ),
  {
    ...rule('BREAK_GLASS_EXEMPT', 'open', 'admin', 'Nothing to migrate. Do a drill with the account, and keep it exempt.'),
    severity: 'info',
  },
  {
    code: 'SSO_OK',
    group: 'already_using_sso',
    severity: 'info',
    entrance: 'open',
    actor: 'user',
    nextAction: 'Nothing to do.',
  },
  rule('LINK_BROKEN', 'lost', 'admin', 'Activate the connection again, or unlink the identity so that the person can link again.'),
  rule('IDENTITY_CONFLICT', 'lost', 'admin', 'Find out whose identity it is, and unlink the wrong one.'),
  rule('EMAIL_MISMATCH', 'lost', 'idp_admin', 'Give the account and the directory or identity provider the same address.'),
  rule(
    'EXTERNAL_DOMAIN',
    'lost',
    'admin',
    'Verify the domain, give the person an address of the organization, or make the account exempt.',
  ),
  rule(
    'OTHER_ORG_ENFORCED',
    'lost',
    'admin',
    'Another organization requires its own single sign-on of this person. Agree with them which organization logs them in.',
  ),
  rule(
    'SYSTEM_ADMINISTRATOR',
    'lost',
    'admin',
    'Link the identity by hand: accounts of system administrators are never linked automatically.',
  ),
  {
    code: 'READY',
    group: 'ready_for_migration',
    severity: 'info',
    entrance: 'proof',
    actor: 'user',
    nextAction: 'Log in through single sign-on once, and confirm with the second factor.',
  },
  mfaRule('MFA_PENDING', 'Finish setting up the second factor that was begun.'),
  mfaRule('MFA_WEAK_ONLY', 'Set up an authenticator app or a security key: recovery codes alone do not count.'),
  mfaRule('MFA_MISSING', 'Set up an authenticator app or a security key.'),
] as const satisfies readonly Rule[];

export type RuleCode = (typeof RULES)[number]['code'];

/** Shown beside the primary reason; these do not change the group. */
const WARNINGS = ['SSO_STALE_90D', 'ALSO_USES_PASSWORD_30D', 'LINK_UNUSED', 'EMAIL_UNVERIFIED', 'NEVER_LOGGED_IN'] as const;

type WarningCode = (typeof WARNINGS)[number];

export type ReasonCode = RuleCode | WarningCode;

/** The codes of the rules, each of which can be a primary reason. */
export const RULE_CODES: readonly RuleCode[] = RULES.map(({ code }) => code);

export const REASON_CODES: readonly ReasonCode[] = [...RULE_CODES, ...WARNINGS];

const BY_CODE = new Map<string, Rule>(RULES.map((each) => [each.code, each]));

export function ruleOf(code: RuleCode): Rule {
  const found = BY_CODE.get(code);
  if (found === undefined) throw new Error(`There is no rule ${String(code)}.`);
  return found;
}

/**
 * Whether it is worth saying beside another primary reason: whether they could begin is not, for a member who has begun
 * or must wait.
 */
export function isReportedBesideOthers(code: ReasonCode): boolean {
  const found = BY_CODE.get(code);
  return found === undefined || found.group === 'requires_admin_intervention';
}

/** Their way to log in stays open because they were exempted, for emergencies or for a time. */
export const EXEMPT_CODES = ['BREAK_GLASS_EXEMPT', 'EXEMPT'] as const satisfies readonly RuleCode[];

/** The codes of the rules that put a member into a group. */
export function rulesOf(group: Group): RuleCode[] {
  return RULES.filter((each) => each.group === group).map(({ code }) => code);
}

function rule<Code extends string>(code: Code, entrance: Entrance, actor: Actor, nextAction: string) {
  return { code, group: 'requires_admin_intervention', severity: 'blocker', entrance, actor, nextAction } as const;
}

function mfaRule<Code extends string>(code: Code, nextAction: string) {
  return {
    code,
    group: 'needing_mfa_setup',
    severity: 'action',
    entrance: 'proof',
    actor: 'user',
    nextAction,
  } as const;
}
