import type { Read } from '../../session/read';

const BASE = '/api/v1/sso/enforcement/migration-plan/{organization_id}';

export const PLAN = BASE;
export const PEOPLE = `${BASE}/users` as const;
export const PROGRESS = `${BASE}/progress` as const;
export const FORECAST = `${BASE}/forecast` as const;
export const WAVES = `${BASE}/waves` as const;
export const WAVE = `${BASE}/waves/{number}` as const;
export const PREVIEW = `${WAVE}/preview` as const;

const ENFORCEMENT = '/api/v1/sso/enforcement/{organization_id}';
export const EXEMPTIONS = `${ENFORCEMENT}/exemptions` as const;

/** What is stale after a wave was made or has moved on. */
export const OLD_AFTER_A_STEP = [PLAN, PEOPLE, WAVES, WAVE, PREVIEW];

export const OLD_AFTER_AN_EXEMPTION = [EXEMPTIONS, `${ENFORCEMENT}/preview`, FORECAST, ...OLD_AFTER_A_STEP];

export type Exemption = Read<typeof EXEMPTIONS>['exemptions'][number];
export type Plans = Read<typeof PLAN>;
export type Counts = NonNullable<Plans['migration_plan']>;
export type Plan = NonNullable<Plans['plan']>;
export type Member = Read<typeof PEOPLE>['users'][number];
export type Day = Read<typeof PROGRESS>['progress'][number];
export type Forecast = Read<typeof FORECAST>['forecast'];
export type Wave = Read<typeof WAVES>['waves'][number];
export type WaveMember = Read<typeof WAVE>['members'][number];
export type Preview = Read<typeof PREVIEW>['preview'];
export type Group = Member['group'];
export type ReasonCode = Member['reasons'][number]['code'];
export type Actor = Member['actor'];
export type WaveState = WaveMember['state'];

/**
 * In the order of the way: those who are through, those who could move, those who must act, those who wait for others.
 */
export const GROUPS = [
  'already_using_sso',
  'ready_for_migration',
  'needing_mfa_setup',
  'requires_admin_intervention',
] as const satisfies readonly Group[];

const KEYS = {
  already_using_sso: 'users_already_using_sso',
  ready_for_migration: 'users_ready_for_migration',
  needing_mfa_setup: 'users_needing_mfa_setup',
  requires_admin_intervention: 'users_requiring_admin_intervention',
} as const satisfies Record<Group, keyof Counts>;

/** How many members are in a group, for a plan or a day. */
export const countIn = (counts: Omit<Counts, 'total_users'>, group: Group): number => counts[KEYS[group]];

export const isGroup = (value: unknown): value is Group => GROUPS.some((group) => group === value);

export const REASONS = [
  'READY',
  'SSO_OK',
  'MFA_MISSING',
  'MFA_PENDING',
  'MFA_WEAK_ONLY',
  'ACCOUNT_INACTIVE',
  'SCIM_DEPROVISIONED',
  'SERVICE_ACCOUNT',
  'BREAK_GLASS_EXEMPT',
  'EXEMPT',
  'LINK_BROKEN',
  'IDENTITY_CONFLICT',
  'EMAIL_MISMATCH',
  'EXTERNAL_DOMAIN',
  'OTHER_ORG_ENFORCED',
  'SYSTEM_ADMINISTRATOR',
  'SSO_STALE_90D',
  'ALSO_USES_PASSWORD_30D',
  'LINK_UNUSED',
  'EMAIL_UNVERIFIED',
  'NEVER_LOGGED_IN',
] as const satisfies readonly ReasonCode[];

export const isReason = (value: unknown): value is ReasonCode => REASONS.some((reason) => reason === value);
