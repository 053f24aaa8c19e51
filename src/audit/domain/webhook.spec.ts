import { describe, expect, it } from '@jest/globals';
import { type Attempt, afterFailure, wants } from './webhook.js';

const HOUR_MS = 3_600_000;
const failed = (more: Partial<Attempt> = {}): Attempt => ({
  fault: 'ANSWERED',
  status: 500,
  durationMs: 1,
  retryAfterSeconds: null,
  ...more,
});
/** In minutes; `null` where it is paused. */
const waitAfter = (failures: number, attempt = failed()): number | null => {
  const next = afterFailure(failures, attempt);
  return 'waitMs' in next ? next.waitMs / 60_000 : null;
};

describe('a webhook', () => {
  it('wants all actions, those that it names, and those that begin as it says', () => {
    expect(wants({ actions: [] }, 'role.updated')).toBe(true);
    const some = { actions: ['role.updated', 'member.*'] };
    const asked = ['role.updated', 'role.updated.again', 'role', 'member.added', 'member.role.changed', 'members.added', 'member'];
    expect(asked.filter((action) => wants(some, action))).toEqual(['role.updated', 'member.added', 'member.role.changed']);
  });

  it('waits longer after each failure, and is paused after ten in about three days', () => {
    const waits = Array.from({ length: 10 }, (_, failures) => waitAfter(failures));
    expect(waits).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1440, null]);
    expect(afterFailure(9, failed())).toEqual({ pause: 'FAILING' });
    const days = waits.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0) / 1440;
    expect([days > 3, days < 3.5]).toEqual([true, true]);
  });

  it('waits as long as the receiver asks for, and at most an hour longer than without', () => {
    expect(waitAfter(0, failed({ retryAfterSeconds: 1800 }))).toBe(30);
    expect(afterFailure(0, failed({ retryAfterSeconds: 86_400 }))).toEqual({ waitMs: HOUR_MS + 60_000 });
    expect(waitAfter(3, failed({ retryAfterSeconds: 1 }))).toBe(120);
  });

  it('is paused at once by 410', () => {
    expect(afterFailure(0, failed({ status: 410 }))).toEqual({ pause: 'GONE' });
  });
});
