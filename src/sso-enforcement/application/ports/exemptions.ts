import type { Page, PageRequest } from '../../../shared/page.js';
import type { ExemptContact, Exemption } from '../../domain/exemption.js';

export interface ExemptionView extends Exemption {
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly grantedByName: string | null;
}

/** What decides whether a member can be exempted. */
export interface Candidate extends ExemptContact {
  readonly isBreakGlass: boolean;
}

export abstract class Exemptions {
  /** Those that count at the moment; the one that ends first comes first. */
  abstract pageOf(organizationId: number, now: Date, request: PageRequest): Promise<Page<ExemptionView>>;
  /** @returns `null` unless it counts at the moment */
  abstract find(organizationId: number, userId: number, now: Date): Promise<ExemptionView | null>;
  /** Those that count at the moment. */
  abstract of(organizationId: number, now: Date): Promise<readonly Exemption[]>;
  /** All who may log in by password although single sign-on is required: for emergencies, or exempt at the moment. */
  abstract passwordUsersOf(organizationId: number, now: Date): Promise<readonly number[]>;
  /** @returns `null` unless they are a member who has come, is not suspended, and has an active account */
  abstract candidate(organizationId: number, userId: number): Promise<Candidate | null>;
  /** Replaces one that has ended. */
  abstract add(exemption: Exemption): Promise<void>;
  /** @param which only one that counts, or only one that has ended @returns whom to tell; `null` when there was none */
  abstract remove(key: { organizationId: number; userId: number }, now: Date, which: 'running' | 'ended'): Promise<ExemptContact | null>;
  /** Those that have ended and are still there, at most so many. */
  abstract ended(now: Date, limit: number): Promise<readonly { readonly organizationId: number; readonly userId: number }[]>;
}
