import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { WavePreview as WavePreviewView } from '../../application/preview-wave.js';
import { RULE_CODES } from '../../domain/rule.js';
import { WAVE_GATE_CODES } from '../../domain/wave-gate.js';

const people = z.int().min(0);

export const WavePreview = component(
  'WavePreview',
  z.object({
    gates: listOf(z.object({ code: z.enum(WAVE_GATE_CODES), message: z.string() })).meta({
      description: 'What has to be done before it starts; empty when it can.',
    }),
    movable: people.meta({ description: 'Members who would have to use single sign-on.' }),
    left_behind: listOf(z.object({ reason: z.enum(RULE_CODES), users: people })),
    sessions_to_end: people.meta({ description: 'Of the movable members, when the grace period is over.' }),
  }),
  {
    gates: [
      {
        code: 'BREAK_GLASS_READY',
        message: 'Designate 2 owners with a second factor as break-glass accounts, each with a drill in the last 90 days.',
      },
    ],
    movable: 8,
    left_behind: [{ reason: 'MFA_MISSING', users: 1 }],
    sessions_to_end: 11,
  },
);

export function toWavePreview(preview: WavePreviewView): z.infer<typeof WavePreview> {
  const { gates, movable, leftBehind, sessionsToEnd } = preview;
  const left = RULE_CODES.map((reason) => ({
    reason,
    users: leftBehind.filter((member) => member.reason === reason).length,
  }));
  return {
    gates: gates.map(({ code, message }) => ({ code, message: forReader(message) })),
    movable: movable.length,
    left_behind: left.filter(({ users }) => users > 0),
    sessions_to_end: sessionsToEnd,
  };
}
