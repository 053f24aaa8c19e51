import { nameKeyOf } from '../../shared/email-key.js';
import type { Reason } from './member.js';
import { type ReasonCode, type RuleCode, type Severity, RULES, isReportedBesideOthers, ruleOf } from './rule.js';

/** Times inside lists are ISO 8601. */
export interface MemberFacts {
  readonly email: string;
  readonly emailVerifiedAt: Date | null;
  readonly status: string;
  readonly suspendedAt: Date | null;
  readonly directoryId: string | null;
  readonly directoryAddress: string | null;
  readonly userType: string | null;
  readonly directoryChangedAt: Date | null;
  readonly designatedAt: Date | null;
  readonly drilledAt: Date | null;
  readonly exemptBecause: string | null;
  readonly exemptAt: Date | null;
  readonly exemptUntil: Date | null;
  readonly lastSsoAt: Date | null;
  readonly links: readonly {
    readonly connectionId: number;
    readonly status: string;
    /** Whether it names the present issuer of the connection. */
    readonly isCurrent: boolean;
    readonly email: string | null;
    readonly linkedAt: string;
    readonly logins: number;
  }[];
  readonly factors: readonly {
    readonly type: string;
    readonly createdAt: string;
    readonly confirmedAt: string | null;
  }[];
}

/** The primary reason, and the further ones that are worth saying. */
export function reasonsOf(facts: MemberFacts, primary: RuleCode, holding: readonly ReasonCode[]): Reason[] {
  const { group } = ruleOf(primary);
  return [primary, ...holding.filter((code) => code !== primary && isReportedBesideOthers(code))].map((code) => {
    const severity = code === primary ? ruleOf(primary).severity : severityOf(code, group);
    return { code, severity, ...proofOf(code, facts) };
  });
}

function severityOf(code: ReasonCode, group: string): Severity {
  const rule = RULES.find((each) => each.code === code);
  if (rule === undefined) return 'warning';
  return group === 'already_using_sso' ? 'warning' : rule.severity;
}

type Proof = Pick<Reason, 'evidence' | 'since'>;

function proofOf(code: ReasonCode, facts: MemberFacts): Proof {
  switch (code) {
    case 'ACCOUNT_INACTIVE':
      return proof({ account: facts.status, is_suspended: facts.suspendedAt !== null }, facts.suspendedAt);
    case 'SCIM_DEPROVISIONED':
      return proof({ scim_id: facts.directoryId }, facts.suspendedAt ?? facts.directoryChangedAt);
    case 'SERVICE_ACCOUNT':
      return proof({ user_type: facts.userType }, facts.directoryChangedAt);
    case 'BREAK_GLASS_EXEMPT':
      return proof({ drilled_at: facts.drilledAt?.toISOString() ?? null }, facts.designatedAt);
    case 'EXEMPT':
      return proof({ reason: facts.exemptBecause, expires_at: facts.exemptUntil?.toISOString() ?? null }, facts.exemptAt);
    case 'EMAIL_MISMATCH':
      return proof(mismatchOf(facts), null);
    case 'EXTERNAL_DOMAIN':
      return proof({ domain: facts.email.split('@').at(-1) ?? '' }, null);
    case 'EMAIL_UNVERIFIED':
      return proof({ email: facts.email }, null);
    case 'SSO_STALE_90D':
      return proof({ last_login_at: facts.lastSsoAt?.toISOString() ?? null }, facts.lastSsoAt);
    case 'SSO_OK':
    case 'LINK_BROKEN':
    case 'LINK_UNUSED':
      return linkProof(code, facts);
    case 'READY':
    case 'MFA_PENDING':
      return factorProof(code, facts);
    default:
      return { evidence: null, since: null };
  }
}

function proof(evidence: Readonly<Record<string, unknown>>, since: Date | null): Proof {
  return { evidence, since };
}

function mismatchOf({ email, directoryAddress, links }: MemberFacts): Record<string, unknown> {
  const asserted = links.map((link) => link.email).find((other) => other !== null && nameKeyOf(other) !== nameKeyOf(email));
  return { account: email, directory: directoryAddress, identity_provider: asserted ?? null };
}

function linkProof(code: 'SSO_OK' | 'LINK_BROKEN' | 'LINK_UNUSED', { links }: MemberFacts): Proof {
  const isGood = ({ status, isCurrent }: MemberFacts['links'][number]): boolean => status === 'active' && isCurrent;
  const meant = links.filter((link) => isGood(link) === (code !== 'LINK_BROKEN'));
  const [first] = meant;
  if (first === undefined) return { evidence: null, since: null };
  const { connectionId, status, isCurrent, logins } = first;
  const evidence = { connection_id: connectionId, connection_status: status, is_current_issuer: isCurrent, logins };
  return { evidence, since: code === 'LINK_BROKEN' ? null : new Date(first.linkedAt) };
}

function factorProof(code: 'READY' | 'MFA_PENDING', { factors }: MemberFacts): Proof {
  const meant = factors.filter(({ confirmedAt }) => (confirmedAt !== null) === (code === 'READY'));
  const times = meant.map(({ createdAt, confirmedAt }) => Date.parse(confirmedAt ?? createdAt));
  return {
    evidence: { factors: [...new Set(meant.map(({ type }) => type))] },
    since: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}
