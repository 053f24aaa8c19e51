import { describe, expect, it } from '@jest/globals';
import { User } from './user.js';

const REGISTERED = new Date('2026-11-20T09:00:00.000Z');
const LATER = new Date('2026-11-21T10:30:00.000Z');

type Transition = (user: User) => User;

/**
 * Each way from one user to the next; `credentials`: it must end trust although no field of the user shows why; `renames`: the names
 * are those of another person from now on.
 */
const TRANSITIONS: Record<string, { readonly apply: Transition; readonly credentials?: true; readonly renames?: true }> = {
  changePassword: { apply: (user) => user.changePassword('$2b$10$another', LATER) },
  disable: { apply: (user) => user.disable(LATER) },
  enable: { apply: (user) => user.enable(LATER) },
  changeFactors: { apply: (user) => user.changeFactors(LATER), credentials: true },
  claim: { apply: (user) => user.claim(LATER) },
  withdrawPassword: { apply: (user) => user.withdrawPassword(LATER), credentials: true },
  offerPassword: { apply: (user) => user.offerPassword(LATER) },
  verifyEmail: { apply: (user) => user.verifyEmail(LATER) },
  retire: { apply: (user) => user.retire(LATER), credentials: true, renames: true },
  showAs: { apply: (user) => user.showAs('Olivia Okafor', 'self', LATER) },
  moveTo: {
    apply: (user) => user.moveTo({ text: 'Olivia@river.example', key: 'olivia@river.example' }, LATER),
    credentials: true,
    renames: true,
  },
  rename: { apply: (user) => user.rename({ username: null, email: null }, LATER) },
};
/** Reached by way of those only. */
const PRIVATE = ['endTrust'];

const active = User.register({
  id: 7,
  username: { text: 'Olivia', key: 'olivia' },
  email: { text: 'Olivia@delta.example', key: 'olivia@delta.example' },
  isSystemAdmin: false,
  passwordHash: '$2b$10$one',
  at: REGISTERED,
});
const withoutPassword = User.register({ ...named('nora'), isSystemAdmin: true, passwordHash: null, at: REGISTERED });
const disabled = active.disable(REGISTERED);
const provisioned = User.register({
  ...named('paula'),
  isSystemAdmin: false,
  passwordHash: 'x',
  provisionedBy: 1,
  at: REGISTERED,
});
const users = { active, provisioned, withoutPassword, disabled, enabledAgain: disabled.enable(REGISTERED) };

describe('a user', () => {
  it('has no method that this table leaves out', () => {
    const methods = Object.entries(Object.getOwnPropertyDescriptors(User.prototype))
      .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
      .map(([name]) => name);
    expect(methods.sort()).toEqual([...Object.keys(TRANSITIONS), ...PRIVATE].sort());
  });

  const cases = Object.entries(TRANSITIONS).flatMap(([method, transition]) =>
    Object.entries(users).map(([state, user]) => ({ method, state, user, ...transition })),
  );

  it.each(cases)('$method of $state: a change of credentials or status ends trust', ({ user, apply, credentials }) => {
    const changed = apply(user);
    const endsTrust =
      credentials === true ||
      changed.passwordHash !== user.passwordHash ||
      changed.status !== user.status ||
      changed.claimedAt !== user.claimedAt;
    expect([changed.trustEpoch, changed.trustEndedAt]).toEqual(
      endsTrust ? [user.trustEpoch + 1, LATER] : [user.trustEpoch, user.trustEndedAt],
    );
    if (endsTrust) expect(changed.updatedAt).toEqual(LATER);
  });

  it.each(cases)('$method of $state: who it is stays the same, and so does the user before', ({ user, apply, renames }) => {
    const before = { ...user };
    const { id, username, usernameKey, email, emailKey, isSystemAdmin, createdAt } = apply(user);
    expect({ ...user }).toEqual(before);
    const names = renames === true ? {} : { username, usernameKey, email, emailKey };
    expect({ ...before, id, ...names, isSystemAdmin, createdAt }).toEqual(before);
  });

  it('begins trusted from nothing before', () => {
    expect([active.trustEpoch, active.trustEndedAt, active.isActive]).toEqual([1, null, true]);
  });

  it('is changed by what its methods are called', () => {
    const next = active.changePassword('$2b$10$another', LATER);
    expect([next.passwordHash, next.passwordChangedAt]).toEqual(['$2b$10$another', LATER]);
    expect([disabled.isActive, disabled.enable(LATER).isActive]).toEqual([false, true]);
  });

  it('gives up its names and all that opens it when another person has the address', () => {
    const { username, usernameKey, usernameLook, email, emailKey, ...gone } = active.verifyEmail(REGISTERED).retire(LATER);
    expect([username, usernameKey, usernameLook]).toEqual(['Olivia (former)', 'former:7', null]);
    expect([email, emailKey]).toEqual(['account-7@former.invalid', 'account-7@former.invalid']);
    const { passwordHash, claimedAt, emailVerifiedAt, provisionedBy, status } = gone;
    expect([passwordHash, claimedAt, emailVerifiedAt, provisionedBy, status]).toEqual([null, null, null, null, 'disabled']);
  });

  it('counts for what rests only where its credentials or status change', () => {
    const letGo = User.restore({ ...active, trustEpoch: 3, timesLetGo: 2 });
    expect([active.credentialsEpoch, letGo.credentialsEpoch]).toEqual([1, 1]);
    expect(letGo.changeFactors(LATER).credentialsEpoch).toBe(2);
  });

  it('does not change when it is disabled or enabled already', () => {
    expect(disabled.disable(LATER)).toBe(disabled);
    expect(active.enable(LATER)).toBe(active);
  });
});

function named(name: string): Pick<Parameters<typeof User.register>[0], 'id' | 'username' | 'email'> {
  const email = `${name}@headgate.example`;
  return { id: 8, username: { text: name, key: name }, email: { text: email, key: email } };
}
