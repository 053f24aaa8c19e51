/**
 * - `off`, `optional`: every way in is open;
 * - `report_only`: as `optional`, and it is noted which logins `required` would have refused;
 * - `required`: members come in through the identity provider, but for break-glass accounts.
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

/** Of whom single sign-on is required: of everybody, or of some members only while a migration goes on. */
export interface Requirements {
  /** Since when logins are refused to everybody. */
  readonly loginsFrom: Date | null;
  /** From when on sessions without single sign-on are refused to everybody. */
  readonly sessionsFrom: Date | null;
  readonly singleMembers: number;
}

/** What one organization that somebody belongs to asks of their logins at this moment. */
export interface Bond {
  readonly organizationId: number;
  readonly isRequired: boolean;
  readonly isReportOnly: boolean;
  readonly isBreakGlass: boolean;
}

export interface LoginVerdict {
  /** The first organization that refuses; `null` when the login goes on. */
  readonly refusedBy: number | null;
  /** Organizations that only want to know what they would have refused. */
  readonly reportedTo: readonly number[];
  /** Organizations that the login is let through for as the way in for emergencies. */
  readonly brokenInto: readonly number[];
}

/**
 * For a login without single sign-on. A break-glass account gets in although another organization of its owner refuses: that
 * one refuses the session wherever it is used there, and a way in for emergencies must not hang on a stranger's settings.
 * @param login.isProved by a second factor, or still to be: a password alone opens no way around single sign-on for anybody
 */
export function verdictOn(all: readonly Bond[], { isProved }: { readonly isProved: boolean }): LoginVerdict {
  const bonds = isProved ? all : all.map((bond) => ({ ...bond, isBreakGlass: false }));
  const ids = (some: readonly Bond[]): number[] => some.map(({ organizationId }) => organizationId);
  const demanding = bonds.filter(({ isRequired }) => isRequired);
  const brokenInto = ids(demanding.filter(({ isBreakGlass }) => isBreakGlass));
  const refusedBy = brokenInto.length > 0 ? null : (demanding[0]?.organizationId ?? null);
  const watching = bonds.filter(
    ({ isRequired, isReportOnly, isBreakGlass }) => isReportOnly && !isRequired && !isBreakGlass,
  );
  return { refusedBy, reportedTo: refusedBy === null ? ids(watching) : [], brokenInto };
}
