import { beforeEach, describe, expect, it } from '@jest/globals';
import { PASSWORD, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../domain/user.js';
import { VerifyPassword } from './verify-password.js';

describe('VerifyPassword', () => {
  let scene: Scene;
  let user: User;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
  });
  const verify = (login: string, password = PASSWORD) => scene.use(VerifyPassword).execute({ login, password });

  it('does the work of one comparison for every name, and refuses all alike', async () => {
    const disabled = await scene.person('dora');
    await scene.users.save(disabled.disable(scene.clock.now()));
    const without = await scene.person('ines');
    await scene.users.save(without.withdrawPassword(scene.clock.now()));
    expect([await verify('nobody'), await verify('dora'), await verify('ines'), await verify('olivia', 'wrong')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(scene.hasher.verified).toHaveLength(4);
  });

  it('takes the username or the address, in any spelling', async () => {
    for (const login of ['olivia', ' OLIVIA ', user.email.toUpperCase()])
      expect(await verify(login)).toMatchObject({ id: user.id, trustEpoch: user.trustEpoch, hasPassword: true });
    expect(JSON.stringify(await verify('olivia'))).not.toContain(PASSWORD);
  });

  it.each([
    ['verified', true],
    ['drifted', true],
    ['not_owned', false],
  ] as const)('takes the password that a directory has set while its domain is %s: %s', async (standing, isTaken) => {
    await scene.person('created', { provisionedBy: 1 });
    scene.domains.standing = standing;
    expect((await verify('created')) !== null).toBe(isTaken);
  });

  it('makes an outdated hash anew, and leaves the trust of the account as it is', async () => {
    scene.hasher.cost = 'later';
    await verify('olivia', 'wrong');
    expect(await scene.users.find(user.id)).toMatchObject({ passwordHash: `now:${PASSWORD}` });
    await verify('olivia');
    expect(await scene.users.find(user.id)).toMatchObject({
      passwordHash: `later:${PASSWORD}`,
      trustEpoch: user.trustEpoch,
    });
  });
});
