import { type AuditEvent, AuditTrail } from '../../src/shared/ports/audit-trail.js';
import { AttemptThrottle, type ThrottledAction } from '../../src/shared/ports/attempt-throttle.js';
import type { Clock } from '../../src/shared/ports/clock.js';
import { type JobPayload, Jobs } from '../../src/shared/ports/jobs.js';
import { type Mail, Mailer } from '../../src/shared/ports/mailer.js';
import { type ReadMail, readMail } from '../support/plain-mail.js';
import { partiesOf } from '../../src/shared/network.js';
import { MemoryUnitOfWork, Rows } from './memory.js';

interface Kept<T> {
  readonly id: number;
  readonly entry: T;
}

/** What a unit of work appends, and takes back when it fails. */
class Log<T> {
  private readonly rows: Rows<Kept<T>>;

  constructor(unitOfWork: MemoryUnitOfWork, name: string) {
    this.rows = new Rows(unitOfWork, { name, keyOf: ({ id }) => id });
  }

  async append(entries: readonly T[]): Promise<void> {
    for (const entry of entries) await this.rows.insert({ id: this.rows.nextId(), entry });
  }

  async entries(): Promise<T[]> {
    return (await this.rows.all()).sort((one, other) => one.id - other.id).map(({ entry }) => entry);
  }
}

export class MemoryAuditTrail extends AuditTrail {
  private readonly log: Log<AuditEvent>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.log = new Log(unitOfWork, 'audit_events');
  }

  record(event: AuditEvent): Promise<void> {
    return this.recordAll([event]);
  }

  recordAll(events: readonly AuditEvent[]): Promise<void> {
    return this.log.append(events);
  }

  events(): Promise<AuditEvent[]> {
    return this.log.entries();
  }
}

export class MemoryMailer extends Mailer {
  private readonly log: Log<Mail>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.log = new Log(unitOfWork, 'outbox_mails');
  }

  send(...mails: readonly Mail[]): Promise<void> {
    return this.log.append(mails);
  }

  async sent(): Promise<ReadMail[]> {
    return (await this.log.entries()).map((mail) => readMail(mail));
  }
}

export class MemoryJobs extends Jobs {
  private readonly log: Log<{ readonly name: string; readonly payload: JobPayload }>;

  constructor(unitOfWork: MemoryUnitOfWork) {
    super();
    this.log = new Log(unitOfWork, 'jobs');
  }

  enqueue(name: string, payload: JobPayload): Promise<void> {
    return this.enqueueAll(name, [payload]);
  }

  enqueueAll(name: string, payloads: readonly JobPayload[]): Promise<void> {
    return this.log.append(payloads.map((payload) => ({ name, payload })));
  }

  waiting(): Promise<{ readonly name: string; readonly payload: JobPayload }[]> {
    return this.log.entries();
  }
}

interface Counter {
  readonly key: string;
  readonly failures: number;
  readonly lastFailureAt: Date;
  readonly blockedUntil: Date | null;
}

/** A leaky bucket for each action and subject. */
export class MemoryAttemptThrottle extends AttemptThrottle {
  private readonly counters: Rows<Counter>;

  constructor(
    private readonly unitOfWork: MemoryUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
    this.counters = new Rows(unitOfWork, { name: 'attempt_throttles', keyOf: ({ key }) => key });
  }

  async waitSeconds(actions: readonly ThrottledAction[]): Promise<number> {
    const keys = actions.flatMap(eachNetwork).map(keyOf);
    const now = this.clock.now().getTime();
    const waits = (await this.counters.where(({ key }) => keys.includes(key))).map(({ blockedUntil }) =>
      Math.ceil(((blockedUntil?.getTime() ?? now) - now) / 1000),
    );
    return Math.max(0, ...waits);
  }

  lock(actions: readonly ThrottledAction[]): Promise<number> {
    return this.unitOfWork.alone(async (open) => {
      for (const key of actions
        .filter(({ clearedBySuccess }) => clearedBySuccess)
        .map(keyOf)
        .sort())
        await this.unitOfWork.lock(open, `throttle ${key}`, 'alone');
      return this.waitSeconds(actions);
    });
  }

  settle(actions: readonly ThrottledAction[], outcome: 'success' | 'failure'): Promise<number> {
    return this.unitOfWork.alone(async () => {
      const wait = await this.lock(actions);
      if (wait > 0) return wait;
      if (outcome === 'success') {
        const cleared = actions.filter(({ clearedBySuccess }) => clearedBySuccess).map(keyOf);
        await this.counters.remove(({ key }) => cleared.includes(key));
      } else for (const action of actions.flatMap(eachNetwork)) await this.count(action);
      return 0;
    });
  }

  private async count(action: ThrottledAction): Promise<void> {
    const lastFailureAt = this.clock.now();
    const counter = (failures: number): Counter => {
      const over = Math.ceil(failures - action.freeFailures);
      const seconds = Math.min(action.longestWaitSeconds, action.firstWaitSeconds * 2 ** (over - 1));
      const blockedUntil = over > 0 ? new Date(lastFailureAt.getTime() + seconds * 1000) : null;
      return { key: keyOf(action), failures, lastFailureAt, blockedUntil };
    };
    await this.counters.upsert(counter(1), (before) => {
      const passed = (lastFailureAt.getTime() - before.lastFailureAt.getTime()) / 1000;
      return counter(Math.max(0, before.failures - (passed * action.freeFailures) / action.forgivenInSeconds) + 1);
    });
  }
}

function keyOf({ scope, subject }: ThrottledAction): string {
  return `${scope}:${subject}`;
}

function eachNetwork(action: ThrottledAction): ThrottledAction[] {
  if (action.isNetwork !== true) return [action];
  return [...partiesOf(action.subject)].reverse().map((subject, width) => {
    return { ...action, subject, freeFailures: action.freeFailures * 4 ** width };
  });
}
