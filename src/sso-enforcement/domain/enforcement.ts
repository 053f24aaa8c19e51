/**
 * - `off`, `optional`: every way to log in is open;
 * - `report_only`: as `optional`, but logins that `required` would have refused are recorded;
 * - `required`: members log in through the identity provider, except break-glass accounts and, for a time, exempt members.
 */
export const MODES = ['off', 'optional', 'report_only', 'required'] as const;

export type Mode = (typeof MODES)[number];

export interface Enforcement {
  readonly organizationId: number;
  readonly mode: Mode;
  /** 0 before the first change; what `If-Match` compares. */
  readonly version: number;
  readonly changedAt: Date | null;
  readonly changedBy: number | null;
}

/** Who has to use single sign-on: all members, or only some during a migration. */
export interface Requirements {
  /** Since when logins without single sign-on are refused to all members. */
  readonly loginsFrom: Date | null;
  /** When sessions without single sign-on stop being accepted for all members. */
  readonly sessionsFrom: Date | null;
  readonly singleMembers: number;
}

/** What one of a person's organizations requires of their logins at this moment. */
export interface Bond {
  readonly organizationId: number;
  readonly isRequired: boolean;
  readonly isReportOnly: boolean;
  readonly isBreakGlass: boolean;
  /** The end of a running exemption; `null` without one. */
  readonly exemptUntil: Date | null;
}

export interface LoginVerdict {
  /** The first organization that refuses; `null` if the login continues. */
  readonly refusedBy: number | null;
  /** Organizations that only record what they would have refused. */
  readonly reportedTo: readonly number[];
  /** Organizations that let the login through as a break-glass account. */
  readonly brokenInto: readonly number[];
  /** When the first exemption that let the login through ends; `null` if it needed none. */
  readonly exemptUntil: Date | null;
}

/**
 * For a login without single sign-on. A break-glass account gets in although another organization of its owner refuses:
 * that one refuses the session wherever it is used there, and an emergency must not depend on another organization's
 * settings. An exemption counts only in the organization that granted it, and needs no second factor: it leaves the
 * account as it was before.
 * @param login.isProved a second factor was or will be shown: a password alone never gets around single sign-on
 */
export function verdictOn(all: readonly Bond[], { isProved }: { readonly isProved: boolean }): LoginVerdict {
  const bonds = isProved ? all : all.map((bond) => ({ ...bond, isBreakGlass: false }));
  const ids = (some: readonly Bond[]): number[] => some.map(({ organizationId }) => organizationId);
  const demanding = bonds.filter(({ isRequired }) => isRequired);
  const brokenInto = ids(demanding.filter(({ isBreakGlass }) => isBreakGlass));
  const refusing = demanding.filter(({ exemptUntil }) => exemptUntil === null);
  const refusedBy = brokenInto.length > 0 ? null : (refusing[0]?.organizationId ?? null);
  const watching = bonds.filter((bond) => bond.isReportOnly && !bond.isRequired && !bond.isBreakGlass && bond.exemptUntil === null);
  const ends = demanding.flatMap(({ exemptUntil }) => (exemptUntil === null ? [] : [exemptUntil.getTime()]));
  const exemptUntil = refusedBy === null && ends.length > 0 ? new Date(Math.min(...ends)) : null;
  return { refusedBy, reportedTo: refusedBy === null ? ids(watching) : [], brokenInto, exemptUntil };
}
