import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { type WaveMemberView, viewOf } from '../domain/wave-member.js';
import type { WaveView } from '../domain/wave.js';
import { ClassifyMembers } from './classify-members.js';
import { WaveMembers } from './ports/wave-members.js';
import { type WaveKey, Waves } from './ports/waves.js';

@Injectable()
export class ShowWave {
  constructor(
    private readonly access: AccessControl,
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly classifyMembers: ClassifyMembers,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, key: WaveKey, request: PageRequest): Promise<{ wave: WaveView; members: Page<WaveMemberView> }> {
    await this.access.require(caller, 'sso.read', { organizationId: key.organizationId });
    return this.staleReads.run(() => this.read(key, request));
  }

  private async read(key: WaveKey, request: PageRequest): Promise<{ wave: WaveView; members: Page<WaveMemberView> }> {
    const { organizationId } = key;
    const wave = await this.waves.find(key);
    if (wave === null) throw new NotFound('Wave');
    const { items, total } = await this.members.pageOf(key, request);
    const judged = await this.classifyMembers.execute(organizationId, { userIds: items.map(({ userId }) => userId) });
    const byId = new Map(judged.map((one) => [one.userId, one]));
    const views = items.flatMap((member) => {
      const found = byId.get(member.userId);
      return found === undefined ? [] : [viewOf(member, found, wave.status)];
    });
    return { wave, members: { items: views, total } };
  }
}
