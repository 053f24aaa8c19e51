import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { isInMovableGroup } from '../domain/wave.js';
import { InAnotherWave, MembersNotReady, NobodyToMove } from '../domain/wave.errors.js';
import { ClassifyMembers } from './classify-members.js';
import { WaveMembers } from './ports/wave-members.js';

/** Chooses some people, or a number of those who are ready and in no wave yet. */
export type WaveChoice =
  | { readonly userIds: readonly number[] }
  | { readonly group: 'ready_for_migration'; readonly limit: number | null; readonly percent: number | null };

const MOST = 100_000;

@Injectable()
export class ChooseWaveMembers {
  constructor(
    private readonly classifyMembers: ClassifyMembers,
    private readonly members: WaveMembers,
  ) {}

  /** @throws ValidationFailed, MembersNotReady, InAnotherWave, NobodyToMove */
  execute(organizationId: number, choice: WaveChoice): Promise<readonly number[]> {
    return 'userIds' in choice ? this.named(organizationId, choice.userIds) : this.some(organizationId, choice);
  }

  private async named(organizationId: number, userIds: readonly number[]): Promise<readonly number[]> {
    const judged = (await this.classifyMembers.execute(organizationId, { userIds })).filter(({ hasCome }) => hasCome);
    if (judged.length < userIds.length)
      throw new ValidationFailed([{ field: 'user_ids', message: 'Some of them are not members of the organization. Leave them out.' }]);
    const unready = judged.filter(({ group }) => !isInMovableGroup(group));
    if (unready.length > 0) throw new MembersNotReady(unready);
    const taken = await this.members.taken(organizationId, userIds);
    if (taken.length > 0) throw new InAnotherWave(taken);
    return userIds;
  }

  private async some(
    organizationId: number,
    { group, limit, percent }: Extract<WaveChoice, { group: string }>,
  ): Promise<readonly number[]> {
    const wanted = { group, percent: percent ?? 100, limit: limit ?? MOST };
    const free = await this.classifyMembers.execute(organizationId, wanted);
    if (free.length === 0) throw new NobodyToMove();
    return free.map(({ userId }) => userId);
  }
}
