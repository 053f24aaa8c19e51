import { DomainError } from '../../shared/domain-error.js';
import type { JudgedMember } from './judged-member.js';
import type { PlanDiff } from './plan.js';
import { type Said, say } from '../../shared/sentence.js';

const ACTIONS = { schedule: 'schedule', start: 'start', pause: 'pause', resume: 'resume', rollback: 'roll back' } as const;

const STATUSES = {
  draft: 'draft',
  scheduled: 'scheduled',
  notified: 'notified',
  enforced: 'enforced',
  paused: 'paused',
  rolled_back: 'rolled back',
} as const;

export class WaveNotThere extends DomainError {
  constructor(action: keyof typeof ACTIONS, status: keyof typeof STATUSES) {
    const sentence = say('You cannot {action} a wave that is {status}.', { action: say(ACTIONS[action]), status: say(STATUSES[status]) });
    super('conflict', 'CONFLICT', sentence, undefined, { status });
  }
}

export class WaveBlocked extends DomainError {
  constructor(readonly gates: readonly { readonly code: string; readonly message: Said }[]) {
    super('conflict', 'WAVE_BLOCKED', 'This wave cannot start yet. `gates` lists what to do first.', undefined, {
      gates,
    });
  }
}

export class PlanStale extends DomainError {
  /** @param diff `null` when there is no plan at all */
  constructor(diff: PlanDiff | null) {
    const sentence =
      diff === null ? 'Make a migration plan first.' : 'Members have changed since the newest plan. Make a new plan, and check it.';
    super('conflict', 'PLAN_STALE', sentence, undefined, {
      diff: diff && {
        against_number: diff.against,
        reasons: diff.reasons,
        moves: diff.moves.map(({ from, to, users, userIds }) => ({ from, to, users, user_ids: userIds })),
      },
    });
  }
}

export class MembersNotReady extends DomainError {
  constructor(members: readonly JudgedMember[]) {
    super('conflict', 'MEMBERS_NOT_READY', 'Some members would be locked out. Leave them out until they are ready.', undefined, {
      members: members.map(({ userId, group, reason }) => ({ user_id: userId, group, reason })),
    });
  }
}

export class InAnotherWave extends DomainError {
  constructor(userIds: readonly number[]) {
    super('conflict', 'CONFLICT', 'Some members are already in another wave. Leave them out.', undefined, {
      user_ids: userIds,
    });
  }
}

export class NobodyToMove extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This group has no members left for another wave. Choose another group.');
  }
}
