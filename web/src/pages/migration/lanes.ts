import type { Wave } from './reads';

/** How far a wave is on its way: the columns of the board. */
export const LANES = ['draft', 'scheduled', 'running', 'paused', 'done', 'rolled_back', 'discarded'] as const;

export type Lane = (typeof LANES)[number];

/** People who watch a wave want to know whether it is done, which is not a status of its own: everyone whom it binds has come through. */
export function laneOf({ status, members, success_pct: success, enforced_at: enforcedAt }: Wave): Lane {
  if (status === 'notified') return 'scheduled';
  if (status === 'enforced') return members.required > 0 && success === 100 ? 'done' : 'running';
  if (status === 'rolled_back' && enforcedAt === null) return 'discarded';
  return status;
}

/** `discard`: a roll-back of what has changed nothing for anybody yet. */
export type Step = 'schedule' | 'start' | 'pause' | 'resume' | 'rollback' | 'discard';

/** What can be done with a wave now, the next step first. */
export function stepsOf({ status, enforced_at: enforcedAt }: Pick<Wave, 'status' | 'enforced_at'>): readonly Step[] {
  if (status === 'draft') return ['start', 'schedule', 'discard'];
  if (status === 'scheduled' || status === 'notified') return ['start', 'schedule', 'pause', 'discard'];
  if (status === 'enforced') return ['pause', 'rollback'];
  if (status === 'paused') return enforcedAt === null ? ['resume', 'schedule', 'discard'] : ['resume', 'rollback'];
  return [];
}
