import type { JudgedMember } from './judged-member.js';
import type { ReasonCode, Severity, Actor } from './rule.js';
import type { WaveMemberState } from './wave-member.js';
import type { WaveStatus } from './wave.js';

export interface Reason {
  readonly code: ReasonCode;
  readonly severity: Severity;
  /** What shows it; `null` where the code says all. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
  readonly since: Date | null;
}

/** The wave that somebody belongs to, and where they stand in it. */
interface Enlistment {
  readonly number: number;
  readonly name: string;
  readonly status: WaveStatus;
  readonly state: WaveMemberState;
}

export interface ClassifiedMember extends JudgedMember {
  /** Not whom a directory brings and who has not come: counted as everybody, and named to nobody. */
  readonly hasCome: boolean;
}

export interface MemberReport extends JudgedMember {
  readonly email: string;
  readonly username: string;
  readonly role: string;
  /** The primary one first. */
  readonly reasons: readonly Reason[];
  readonly nextAction: string;
  readonly actor: Actor;
  /** Of the sessions that are kept. */
  readonly lastLogin: { readonly method: string; readonly at: Date } | null;
  /** Live ones that were opened in another way than through a connection of this organization; none of whoever is exempt. */
  readonly sessionsToEnd: number;
  /** What opens nothing any more then: the refresh tokens of those sessions, and the tokens of devices that are trusted. */
  readonly tokensAffected: number;
  /** `null` for whoever is in none, or in one that was rolled back. */
  readonly wave: Enlistment | null;
}
