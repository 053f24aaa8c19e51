import { beforeEach, describe, expect, it } from '@jest/globals';
import { Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { hashReadableToken } from '../../shared/readable-token.js';
import { AddressNotProved, Forbidden, NotFound, OwnerApprovalRequired, Unauthorized } from '../../shared/domain-error.js';
import { NoFactorEnrolled } from '../domain/mfa.errors.js';
import { IssueRecoveryCodes } from './issue-recovery-codes.js';
import { RemoveFactor } from './remove-factor.js';
import { ReplaceRecoveryCodes } from './replace-recovery-codes.js';
import { ResetUserFactors } from './reset-user-factors.js';

describe('the end of second factors', () => {
  let scene: Scene;
  let user: User;
  let caller: Caller;
  beforeEach(async () => {
    scene = new Scene();
    user = await scene.person('olivia');
    caller = await scene.session(user);
    await scene.enrolled(user);
    await scene.use(IssueRecoveryCodes).execute(user.id);
  });
  const idOf = async (of = user): Promise<number> => (await scene.factors.confirmedOf(of.id)).at(-1)?.id ?? 0;
  const counted = async (): Promise<number> => (await scene.factors.confirmedOf(user.id)).length;

  describe('by its owner', () => {
    const remove = (factorId: number): Promise<void> => scene.use(RemoveFactor).execute({ caller, factorId });

    it('is refused for the factor of others as for an unknown one, and changes nothing', async () => {
      const oscar = await scene.person('oscar');
      await scene.enrolled(oscar);
      for (const id of [await idOf(oscar), 0]) await expect(remove(id)).rejects.toThrow(NotFound);
      expect([await counted(), await idOf(oscar), await scene.mailed()]).toEqual([1, expect.any(Number), []]);
      expect(await scene.users.find(user.id)).toMatchObject({ trustEpoch: 1 });
      expect(await scene.recorded('mfa.factor_removed')).toEqual(['refused NotFound', 'refused NotFound']);
    });

    it('is refused while an organization needs the account for emergencies', async () => {
      scene.signOn.neededFor = 'emergencies';
      await expect(remove(await idOf())).rejects.toThrow('Kept for emergencies');
      expect(await counted()).toBe(1);
    });

    it('is refused in a session that has ended meanwhile', async () => {
      await scene.sessions.end({ id: caller.sessionId, userId: user.id }, 'revoked', scene.clock.now());
      await expect(remove(await idOf())).rejects.toThrow(Unauthorized);
      expect(await counted()).toBe(1);
    });

    it('ends other sessions and device trust and tells the owner; recovery codes go with the last factor', async () => {
      const other = await scene.session(user);
      await scene.enrolled(user);
      await remove(await idOf());
      expect([await counted(), await scene.recoveryCodes.left(user.id)]).toEqual([1, 10]);
      expect(await scene.live(user.id, other.sessionId)).toBeNull();
      expect(await scene.live(user.id, caller.sessionId)).not.toBeNull();
      await remove(await idOf());
      expect([await counted(), await scene.recoveryCodes.left(user.id)]).toEqual([0, 0]);
      expect([await scene.users.find(user.id), (await scene.mailed()).length]).toMatchObject([{ trustEpoch: 3 }, 2]);
      expect(await scene.recorded('mfa.factor_removed')).toEqual(['success', 'success']);
    });
  });

  describe('and new recovery codes', () => {
    const replace = (by = caller) => scene.use(ReplaceRecoveryCodes).execute(by);

    it('are refused without a factor, and before the owner of an account has come', async () => {
      const plain = await scene.session(await scene.person('oscar'));
      await expect(replace(plain)).rejects.toThrow(NoFactorEnrolled);
      const created = await scene.person('created', { provisionedBy: 1 });
      await scene.enrolled(created);
      await expect(replace(await scene.session(created))).rejects.toThrow(AddressNotProved);
      expect([await scene.mailed(), await scene.recoveryCodes.left(created.id)]).toEqual([[], 0]);
      expect(await scene.recorded('mfa.recovery_codes_replaced')).toEqual(['refused NoFactorEnrolled', 'refused AddressNotProved']);
    });

    it('are of one set alone after simultaneous requests', async () => {
      const sets = (await Promise.allSettled([1, 2, 3].map(() => replace()))).flatMap((one) =>
        one.status === 'fulfilled' ? [one.value] : [],
      );
      const left = sets.map((codes) =>
        Promise.all(codes.map((code) => scene.recoveryCodes.isUnused(user.id, hashReadableToken(code) ?? new Uint8Array()))),
      );
      const unused = (await Promise.all(left)).map((codes) => codes.filter(Boolean).length);
      expect(unused.filter((count) => count > 0)).toEqual([10]);
      expect(await scene.recoveryCodes.left(user.id)).toBe(10);
    });

    it('void the older ones, end other sessions, and are told to the owner', async () => {
      const other = await scene.session(user);
      const codes = await replace();
      expect([codes.length, new Set(codes).size, await scene.recoveryCodes.left(user.id)]).toEqual([10, 10, 10]);
      expect(await scene.live(user.id, other.sessionId)).toBeNull();
      expect([await scene.mailed(), await scene.recorded('mfa.recovery_codes_replaced')]).toEqual([
        [expect.stringContaining(user.email)],
        ['success'],
      ]);
    });
  });

  describe('by a system administrator', () => {
    let admin: Caller;
    beforeEach(async () => {
      admin = await scene.session(await scene.person('sys', { isSystemAdmin: true }));
    });
    const reset = (by: Caller, userId = user.id): Promise<void> => scene.use(ResetUserFactors).execute({ caller: by, userId });

    it('is refused to everyone else, for unknown accounts, and for disabled ones', async () => {
      await expect(reset(await scene.session(await scene.person('oscar')))).rejects.toThrow(Forbidden);
      await expect(reset(admin, 0)).rejects.toThrow(NotFound);
      const disabled = await scene.person('dora');
      await scene.users.save(disabled.disable(scene.clock.now()));
      await expect(reset(admin, disabled.id)).rejects.toThrow('The account is disabled');
      expect(await counted()).toBe(1);
    });

    it('needs the word of an owner for the account of one, once for each time', async () => {
      const { id } = await scene.organization(user);
      scene.consent.owned = () => [id];
      await expect(reset(admin)).rejects.toThrow(OwnerApprovalRequired);
      expect(await counted()).toBe(1);
      scene.consent.approved.push({ kind: 'reset_factors', by: user.id });
      await reset(admin);
      expect([await counted(), scene.consent.approved]).toEqual([0, []]);
      expect(await scene.recorded('mfa.factors_reset')).toEqual(['refused OwnerApprovalRequired', 'success']);
    });

    it('removes factors and recovery codes, ends every session, and tells the owner', async () => {
      await reset(admin);
      expect([await counted(), await scene.recoveryCodes.left(user.id)]).toEqual([0, 0]);
      expect(await scene.live(user.id, caller.sessionId)).toBeNull();
      expect([await scene.users.find(user.id), await scene.mailed()]).toMatchObject([
        { trustEpoch: 2 },
        [expect.stringContaining(user.email)],
      ]);
    });
  });
});
