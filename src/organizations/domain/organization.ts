/** The organization's tier in the price list; what a plan includes is decided elsewhere. */
export const PLANS = ['starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

/**
 * What happens to a password that the organization's directory sends: `ignore`: it is not kept, and the person is
 * mailed the link to choose one; `accept`: it is the password of the account, in domains that the organization has
 * verified.
 */
export const DIRECTORY_PASSWORDS = ['ignore', 'accept'] as const;

export type DirectoryPasswords = (typeof DIRECTORY_PASSWORDS)[number];

/** Whether a new data source can be read at once, or only after a person who may publish policies has opened it. */
export const NEW_DATA_SOURCES = ['open', 'closed'] as const;

export type NewDataSources = (typeof NEW_DATA_SOURCES)[number];

/** `needs_approval`: an owner who did not ask for it must approve before the second factors of a member are removed. */
export const FACTOR_RESETS = ['direct', 'needs_approval'] as const;

export type FactorResets = (typeof FACTOR_RESETS)[number];

export interface Organization {
  readonly id: number;
  readonly name: string;
  readonly domain: string | null;
  readonly plan: Plan;
  /** How many days members may trust a device: `null` for no limit, 0 for not at all. */
  readonly deviceTrustDays: number | null;
  readonly directoryPasswords: DirectoryPasswords;
  readonly newDataSources: NewDataSources;
  readonly factorResets: FactorResets;
  readonly version: number;
  readonly createdAt: Date;
}

export interface OrganizationChange {
  readonly name?: string;
  readonly domain?: string | null;
  readonly deviceTrustDays?: number | null;
  readonly directoryPasswords?: DirectoryPasswords;
  readonly newDataSources?: NewDataSources;
  readonly factorResets?: FactorResets;
}

/** Settings that would let people in with less proof, with the value before. */
export function loosened(organization: Organization, change: OrganizationChange): string[] {
  const { deviceTrustDays: days, directoryPasswords: passwords, factorResets: resets } = { ...organization, ...change };
  const before = organization.deviceTrustDays;
  const isLonger = before !== null && (days === null || days > before);
  const isAccepted = passwords === 'accept' && organization.directoryPasswords !== 'accept';
  return [
    ...(isLonger ? [`device_trust_days: ${days ?? 'no limit'}, was ${before}`] : []),
    ...(isAccepted ? [`directory_passwords: accept, was ${organization.directoryPasswords}`] : []),
    ...(resets === 'direct' && organization.factorResets === 'needs_approval' ? ['factor_resets: direct, was needs_approval'] : []),
  ];
}
