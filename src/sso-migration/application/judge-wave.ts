import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import type { JudgedMember } from '../domain/judged-member.js';
import { canMove } from '../domain/wave.js';
import { type WaveGate, closedGates } from '../domain/wave-gate.js';
import { ClassifyMembers } from './classify-members.js';
import { WaveMembers } from './ports/wave-members.js';
import { type WaveKey, Waves } from './ports/waves.js';

interface Required {
  readonly mode: string;
  readonly breakGlass: readonly { readonly isReady: boolean }[];
}

export interface WaveJudgement {
  /** Everything that has to be done before it starts. */
  readonly gates: readonly WaveGate[];
  readonly movable: readonly JudgedMember[];
  /** Members who would be locked out, whatever they were when the wave was made. */
  readonly leftBehind: readonly JudgedMember[];
}

/** What would stop or limit the start of a wave, for the start itself and for a preview. Checks no permission. */
@Injectable()
export class JudgeWave {
  constructor(
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly classifyMembers: ClassifyMembers,
  ) {}

  async execute(key: WaveKey, { mode, breakGlass }: Required): Promise<WaveJudgement> {
    const { organizationId } = key;
    const { connections, domains } = await this.describeReadiness.execute({ organizationId, userIds: [] });
    const previous = await this.waves.previousOf(key);
    const userIds = await this.members.idsOf(key);
    const judged = await this.classifyMembers.execute(organizationId, { userIds });
    const movable = judged.filter(canMove);
    const readyBreakGlass = breakGlass.filter(({ isReady }) => isReady).length;
    const found = { mode, readyBreakGlass, connections, domains, previous, movable: movable.length };
    return { gates: closedGates(found), movable, leftBehind: judged.filter((member) => !canMove(member)) };
  }
}
