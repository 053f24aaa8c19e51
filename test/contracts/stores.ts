import type { ReadMail } from '../support/plain-mail.js';
import type { MailedTokens } from '../../src/accounts/application/ports/mailed-tokens.js';
import type { Users } from '../../src/accounts/application/ports/users.js';
import type { Activations, DeviceTokens, Devices } from '../../src/devices/application/ports/devices.js';
import type { Invitations } from '../../src/invitations/application/ports/invitations.js';
import type { Ceremonies, Challenges } from '../../src/mfa/application/ports/challenges.js';
import type { Factors, RecoveryCodes } from '../../src/mfa/application/ports/factors.js';
import type { Members } from '../../src/organizations/application/ports/members.js';
import type { Organizations } from '../../src/organizations/application/ports/organizations.js';
import type { ProvisionedMembers } from '../../src/organizations/application/ports/provisioned-members.js';
import type { Roles } from '../../src/organizations/application/ports/roles.js';
import type { Workspaces } from '../../src/organizations/application/ports/workspaces.js';
import type { GuessMails } from '../../src/sessions/application/ports/guess-mails.js';
import type { Sessions } from '../../src/sessions/application/ports/sessions.js';
import type { AttemptThrottle } from '../../src/shared/ports/attempt-throttle.js';
import type { AuditEvent, AuditTrail } from '../../src/shared/ports/audit-trail.js';
import type { JobPayload, Jobs } from '../../src/shared/ports/jobs.js';
import type { Mailer } from '../../src/shared/ports/mailer.js';
import type { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';
import type { MemoryInvitations } from '../fakes/invitations.js';
import type { MemoryMembers, MemoryProvisionedMembers } from '../fakes/members.js';
import type { MemoryOrganizations, MemoryRoles, MemoryWorkspaces } from '../fakes/organizations.js';
import type { FixedClock } from '../support/fixed-clock.js';

/** Of a port that memory answers in part, that part. */
type Shared<Port, Memory> = Pick<Port, keyof Port & keyof Memory>;

/** What units of work have told others; jobs without those that deliver mails. */
export interface Written {
  readonly events: readonly AuditEvent[];
  readonly mails: readonly ReadMail[];
  readonly jobs: readonly { readonly name: string; readonly payload: JobPayload }[];
}

/** The ports that keep things, all over the same rows: in PostgreSQL, or in memory. */
export interface Stores {
  readonly clock: FixedClock;
  readonly unitOfWork: UnitOfWork;
  /** Whether a unit of work waits for a lock. */
  readonly isAnyoneWaiting: () => Promise<boolean>;
  readonly trail: AuditTrail;
  readonly mailer: Mailer;
  readonly jobs: Jobs;
  /** All of it so far, in its order. */
  readonly written: () => Promise<Written>;
  readonly throttle: AttemptThrottle;
  readonly users: Users;
  readonly mailedTokens: MailedTokens;
  readonly sessions: Sessions;
  readonly guessMails: GuessMails;
  readonly factors: Factors;
  readonly recoveryCodes: RecoveryCodes;
  readonly challenges: Challenges;
  readonly ceremonies: Ceremonies;
  readonly devices: Devices;
  readonly deviceTokens: DeviceTokens;
  readonly activations: Activations;
  readonly organizations: Shared<Organizations, MemoryOrganizations>;
  readonly roles: Shared<Roles, MemoryRoles>;
  readonly members: Shared<Members, MemoryMembers>;
  readonly provisioned: Shared<ProvisionedMembers, MemoryProvisionedMembers>;
  readonly workspaces: Shared<Workspaces, MemoryWorkspaces>;
  readonly invitations: Shared<Invitations, MemoryInvitations>;
}

export interface StoresUnderTest {
  readonly stores: Stores;
  close(): Promise<void>;
}

/** Every contract opens the stores for itself. */
export type OpenStores = () => Promise<StoresUnderTest>;

/** Two units of work that each read what the other one changes. @returns what each of them answered */
export function twice<T>({ unitOfWork }: Stores, work: () => Promise<T>): Promise<T[]> {
  return Promise.all([unitOfWork.run(work), unitOfWork.run(work)]);
}

/**
 * Begins `later` in a unit of work of its own while another one that has done `first` is still open. That one ends when `later` has
 * answered, or waits for it.
 * @returns in which order they ended
 */
export async function whileOpen(
  { unitOfWork, isAnyoneWaiting }: Stores,
  first: () => Promise<unknown>,
  later: () => Promise<unknown>,
): Promise<string[]> {
  const ended: string[] = [];
  const [hasDone, isDone] = signal();
  const [mayEnd, end] = signal();
  const other = unitOfWork.run(async () => {
    await first();
    isDone();
    await mayEnd;
    ended.push('first');
  });
  await hasDone;
  const own = unitOfWork.run(later).then(() => void ended.push('later'));
  while (ended.length === 0 && !(await isAnyoneWaiting()));
  end();
  await Promise.all([other, own]);
  return ended;
}

function signal(): [Promise<void>, () => void] {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return [promise, () => resolve()];
}
