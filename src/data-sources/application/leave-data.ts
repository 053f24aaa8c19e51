import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { DataUnderPolicies } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import { type DataKeys, ledTo, placeText } from '../domain/same-data.js';
import { FindSameData } from './find-same-data.js';
import { LookUpData } from './look-up-data.js';
import { KnownData } from './ports/known-data.js';
import { SourcePolicies } from './ports/source-policies.js';
import { RequireGrant } from './require-grant.js';

/** A source that is about to lose its data, as it was looked at before the unit of work. */
export interface LeftData {
  readonly source: DataSource;
  readonly data: DataKeys;
  readonly by: number;
  readonly isGranted: boolean;
}

/** Takes a source away from its data. Data that policies or labels protect stays remembered; otherwise its next source would show it. */
@Injectable()
export class LeaveData {
  constructor(
    private readonly requireGrant: RequireGrant,
    private readonly findSameData: FindSameData,
    private readonly lookUpData: LookUpData,
    private readonly known: KnownData,
    private readonly policies: SourcePolicies,
    private readonly clock: Clock,
  ) {}

  /** Before the unit of work. @throws NotFound, DataUnderPolicies, PolicyRefused */
  async look(caller: Caller, source: DataSource): Promise<LeftData> {
    const isProtected = await this.findSameData.isProtected(source);
    if (isProtected) await this.requireGrant.execute(caller, source.organizationId, new DataUnderPolicies('leaves'));
    const stored = await this.known.find(source.id);
    if (stored === null) throw new NotFound('Data source');
    const { keys, isFound } = await this.lookUpData.now(stored);
    return { source, data: { keys, isFound }, by: caller.userId, isGranted: isProtected };
  }

  /** In the unit of work, before the row of the source is locked. @throws DataUnderPolicies when a policy began to count since */
  async execute({ source, data, by, isGranted }: LeftData): Promise<void> {
    const { organizationId, engine, name, connection } = source;
    await this.policies.lock(organizationId);
    if (!(await this.findSameData.isProtected(source))) return;
    if (!isGranted) throw new DataUnderPolicies('leaves');
    await this.known.remember({
      organizationId,
      engine,
      ...data,
      sourceName: name,
      place: placeText(connection),
      connection: ledTo(connection),
      rememberedBy: by,
      rememberedAt: this.clock.now(),
    });
  }
}
