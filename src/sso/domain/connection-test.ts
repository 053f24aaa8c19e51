import type { ShownRoles } from './claimed-groups.js';
import type { SsoFault } from './sso.errors.js';

/** Long enough to log in at a demanding provider. */
export const TEST_MINUTES = 30;
/** A test older than this proves nothing about today. */
export const TEST_COUNTS_HOURS = 24;

export const TEST_STATUSES = ['running', 'passed', 'failed'] as const;

export type TestStatus = (typeof TEST_STATUSES)[number];

export const STEP_OUTCOMES = ['passed', 'warned', 'failed'] as const;

export const FORESEEN_OUTCOMES = ['log_in', 'link', 'ask_for_proof', 'provision', 'refuse'] as const;

/** One thing that was checked, before or after a person logged in. */
export interface TestStep {
  /** For example `discovery`, `keys`, `certificates`, `response`, `mapping`, `person`. */
  readonly step: string;
  readonly outcome: (typeof STEP_OUTCOMES)[number];
  readonly message: string;
}

/** What a real login with this answer would lead to now. */
export type Foreseen =
  | { readonly outcome: 'log_in' | 'link' | 'ask_for_proof'; readonly userId: number }
  | { readonly outcome: 'provision' }
  | { readonly outcome: 'refuse'; readonly fault: SsoFault };

/** The result of a test login, which opens nothing. */
export interface TestOutcome {
  readonly subject: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly mapping: {
    readonly email: string | null;
    readonly email_verified: boolean;
    readonly name: string | null;
    readonly groups: readonly string[];
  } | null;
  readonly would: {
    readonly outcome: Foreseen['outcome'];
    readonly user_id: number | null;
    readonly fault: string | null;
  } | null;
  /** What the groups give; `null` where they give nothing, and left out by earlier releases. */
  readonly roles?: ShownRoles | null;
  readonly fault: string | null;
}

export interface ConnectionTest {
  readonly id: number;
  readonly organizationId: number;
  readonly connectionId: number;
  readonly configurationVersion: number;
  readonly startedBy: number;
  readonly status: TestStatus;
  readonly steps: readonly TestStep[];
  readonly outcome: TestOutcome | null;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly finishedAt: Date | null;
}

/** Whether the login is still possible, or its report may still arrive. */
export function isOpen(test: Pick<ConnectionTest, 'status' | 'expiresAt'>, now: Date): boolean {
  return test.status === 'running' && now < test.expiresAt;
}
