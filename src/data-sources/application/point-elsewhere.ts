import { Injectable } from '@nestjs/common';
import { ReadNewDataSources } from '../../organizations/application/read-new-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { isOtherDatabase } from '../domain/connection.js';
import type { Connection, DataSource } from '../domain/data-source.js';
import { AdmitPlace, type LookedAt } from './admit-place.js';
import type { SameData } from './find-same-data.js';
import { LeaveData, type LeftData } from './leave-data.js';
import { KnownData } from './ports/known-data.js';
import { KnownSchema } from './ports/known-schema.js';

export interface Move {
  readonly left: LeftData;
  readonly to: LookedAt;
  /** What is new stays closed here until a person opens it. */
  readonly closes: boolean;
}

/** Points a source to other data. This is like deleting it and registering another one. */
@Injectable()
export class PointElsewhere {
  constructor(
    private readonly leaveData: LeaveData,
    private readonly admitPlace: AdmitPlace,
    private readonly readNewDataSources: ReadNewDataSources,
    private readonly known: KnownData,
    private readonly schema: KnownSchema,
  ) {}

  /** Before the unit of work. @returns `null` when it stays where it is @throws DataUnderPolicies, PolicyRefused */
  async look(caller: Caller, source: DataSource, connection: Connection): Promise<Move | null> {
    if (!isOtherDatabase(source.connection, connection)) return null;
    const { id, organizationId, engine } = source;
    const left = await this.leaveData.look(caller, source);
    const to = await this.admitPlace.look(caller, { id, organizationId, engine, connection });
    return { left, to, closes: (await this.readNewDataSources.execute(organizationId)) === 'closed' };
  }

  /** In the unit of work, before the row of the source is locked. @throws DataUnderPolicies */
  async begin({ left, to }: Move): Promise<SameData> {
    await this.leaveData.execute(left);
    return this.admitPlace.judge(to);
  }

  /** When its row is written. What was known of it was about the other data. */
  async end({ to }: Move, same: SameData, dataSourceId: number): Promise<void> {
    await this.known.admit(dataSourceId, []);
    await this.admitPlace.enter(dataSourceId, to, same);
    await this.schema.forget(dataSourceId);
  }
}
