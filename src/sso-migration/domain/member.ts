import type { JudgedMember } from './judged-member.js';
import type { ReasonCode, Severity, Actor } from './rule.js';
import type { WaveMemberState } from './wave-member.js';
import type { WaveStatus } from './wave.js';

export interface Reason {
  readonly code: ReasonCode;
  readonly severity: Severity;
  /** The evidence; `null` when the code says everything. */
  readonly evidence: Readonly<Record<string, unknown>> | null;
  readonly since: Date | null;
}

/** The wave that a member belongs to, and how far they are in it. */
interface Enlistment {
  readonly number: number;
  readonly name: string;
  readonly status: WaveStatus;
  readonly state: WaveMemberState;
}

export interface ClassifiedMember extends JudgedMember {
  /** False while a directory has brought them and they have not come: plans, lists and waves leave them out. */
  readonly hasCome: boolean;
}

export interface MemberReport extends JudgedMember {
  readonly email: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly role: string;
  /** The primary one first. */
  readonly reasons: readonly Reason[];
  readonly nextAction: string;
  readonly actor: Actor;
  /** From the sessions that are kept. */
  readonly lastLogin: { readonly method: string; readonly at: Date } | null;
  /** Live sessions that were not opened through a connection of this organization; none for exempt members. */
  readonly sessionsToEnd: number;
  /** What becomes useless then: the refresh tokens of those sessions, and the tokens of trusted devices. */
  readonly tokensAffected: number;
  /** `null` for members who are in no wave, or in one that was rolled back. */
  readonly wave: Enlistment | null;
}
