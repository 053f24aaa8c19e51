import { BREAK_GLASS_ACCOUNTS } from './org-blocker.js';
import { type WaveView, successOf } from './wave.js';
import { type Said, type Sentence, asSaid, say } from '../../shared/sentence.js';

/** In percent, of the wave before. */
const ENOUGH_SUCCESS = 95;

const MESSAGES = {
  ENFORCEMENT_MODE: 'Set the organization to optional, report only or required: at present it does not use single sign-on.',
  CONNECTION_ACTIVE: 'Activate a connection to your identity provider.',
  CONNECTION_TESTED: 'Test the active connection as it is now.',
  DOMAIN_VERIFIED: 'Verify a domain: nobody can be linked without one.',
  BREAK_GLASS_READY: say('Designate {count} owners with a second factor as break-glass accounts, each with a drill in the last 90 days.', {
    count: BREAK_GLASS_ACCOUNTS,
  }),
  PREVIOUS_WAVE: say(
    'Wait for the wave before: at least {percent} % of its members must have logged in through single sign-on, and it must not be paused.',
    { percent: ENOUGH_SUCCESS },
  ),
  NOBODY_TO_MOVE: 'No member of the wave can move now. Its list of members says why.',
} as const satisfies Readonly<Record<string, Sentence>>;

type WaveGateCode = keyof typeof MESSAGES;

export const WAVE_GATE_CODES = Object.keys(MESSAGES) as WaveGateCode[];

export interface WaveGate {
  readonly code: WaveGateCode;
  readonly message: Said;
}

/** Found while the organization's requirements could not change. */
export interface GateFindings {
  readonly mode: string;
  readonly readyBreakGlass: number;
  readonly connections: readonly { readonly status: string; readonly testedAt: Date | null }[];
  readonly domains: readonly { readonly status: string }[];
  /** The newest earlier wave that required single sign-on. */
  readonly previous: WaveView | null;
  /** Members of the wave who would not be locked out. */
  readonly movable: number;
}

/** Every closed gate at once, so that a person does not have to try again for each. */
export function closedGates(findings: GateFindings): WaveGate[] {
  const { mode, readyBreakGlass, connections, domains, previous, movable } = findings;
  const active = connections.filter(({ status }) => status === 'active');
  const opens: Record<WaveGateCode, boolean> = {
    ENFORCEMENT_MODE: mode !== 'off',
    CONNECTION_ACTIVE: active.length > 0,
    CONNECTION_TESTED: active.some(({ testedAt }) => testedAt !== null),
    DOMAIN_VERIFIED: domains.some(({ status }) => status === 'verified'),
    BREAK_GLASS_READY: readyBreakGlass >= BREAK_GLASS_ACCOUNTS,
    PREVIOUS_WAVE: previous === null || (previous.status === 'enforced' && successOf(previous.course) >= ENOUGH_SUCCESS),
    NOBODY_TO_MOVE: movable > 0,
  };
  return WAVE_GATE_CODES.filter((code) => !opens[code]).map((code) => ({ code, message: asSaid(MESSAGES[code]) }));
}
