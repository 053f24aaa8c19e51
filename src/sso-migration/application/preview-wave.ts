import { Injectable } from '@nestjs/common';
import { CountUnsignedSessions } from '../../sessions/application/count-unsigned-sessions.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { ReadEnforcement } from '../../sso-enforcement/application/read-enforcement.js';
import { JudgeWave, type WaveJudgement } from './judge-wave.js';
import { type WaveKey, Waves } from './ports/waves.js';

export interface WavePreview extends WaveJudgement {
  /** Sessions of the members who can move that were not opened through a connection. */
  readonly sessionsToEnd: number;
}

/** Shows what the start of a wave would do now; changes nothing. */
@Injectable()
export class PreviewWave {
  constructor(
    private readonly access: AccessControl,
    private readonly readEnforcement: ReadEnforcement,
    private readonly waves: Waves,
    private readonly judgeWave: JudgeWave,
    private readonly countUnsignedSessions: CountUnsignedSessions,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, key: WaveKey): Promise<WavePreview> {
    const { organizationId } = key;
    await this.access.require(caller, 'sso.read', { organizationId });
    if ((await this.waves.find(key)) === null) throw new NotFound('Wave');
    const judgement = await this.judgeWave.execute(key, await this.readEnforcement.execute(organizationId));
    const userIds = judgement.movable.map(({ userId }) => userId);
    const sessionsToEnd = await this.countUnsignedSessions.execute({ organizationId, userIds, except: [] });
    return { ...judgement, sessionsToEnd };
  }
}
