import { Injectable } from '@nestjs/common';
import { DataNotCompared, DataSourceClosed, SourceFailed } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import { type DataKeys, isShutBy, shareData } from '../domain/same-data.js';
import { CloseDataSource } from './close-data-source.js';
import { FindSameData, isBare } from './find-same-data.js';
import { KnownData, type Neighbours } from './ports/known-data.js';
import { Targets, withPassword } from './ports/targets.js';
import type { Target } from '../../engines/catalog-reader/target.js';

export { SourceFailed } from '../domain/data-source.errors.js';

export interface Reached {
  readonly target: Target;
  /** Which data it is. */
  readonly keys: DataKeys['keys'];
}

/**
 * Locates what a source leads to at this moment, for all that reads it. A link or a name may point elsewhere than when the source was
 * registered, and others may have put the same data under policies since.
 */
@Injectable()
export class ReachData {
  constructor(
    private readonly targets: Targets,
    private readonly findSameData: FindSameData,
    private readonly known: KnownData,
    private readonly closeDataSource: CloseDataSource,
  ) {}

  /** @throws DataSourceClosed for data that others protect: the source is closed from now on; DataNotCompared, HostNotAllowed; SourceFailed, also where the source was changed since it was read */
  async execute(source: DataSource): Promise<Reached> {
    const reached = await this.unchanged(source);
    if (reached === null) throw new SourceFailed('LOST');
    return reached;
  }

  /** @returns `null` if the source was changed or deleted since it was read @throws the same */
  async unchanged(source: DataSource): Promise<Reached | null> {
    const located = await this.targets.place(source);
    const data = await this.targets.dataKeysOf(source, located);
    const { keys, isFound } = data;
    // Not before: looking up names takes a while, in which the source may have been pointed elsewhere, with another password.
    const ready = await this.known.ready(source, isFound ? keys : null);
    if (ready === null) return null;
    const target = withPassword(located, ready.password);
    // People who may read closed sources look at them in order to write policies.
    if (source.closed !== null) return { target, keys };
    if (await this.isShut(source, data, ready)) {
      await this.closeDataSource.execute(source, null);
      throw new DataSourceClosed();
    }
    return { target, keys };
  }

  private async isShut(source: DataSource, data: DataKeys, beside: Neighbours): Promise<boolean> {
    const compared = await this.findSameData.protectingLately(source, data, beside);
    const { sources, remembered, unclear, unclearRemembered } = compared;
    if (isBare(compared) && unclear.length === 0 && unclearRemembered.length === 0) return false;
    const admittedKeys = (await this.known.find(source.id))?.admittedKeys ?? [];
    if (remembered.some((one) => !shareData(admittedKeys, one.keys))) return true;
    if (sources.length > 0 || unclear.length > 0) {
      const own = { id: source.id, admittedKeys, isProtected: await this.findSameData.isProtected(source) };
      if (sources.some((one) => isShutBy(own, one))) return true;
      const doubtful = unclear.filter((one) => isShutBy(own, one)).map(({ id }) => id);
      if (doubtful.length > 0) throw new DataNotCompared(doubtful);
    }
    if (unclearRemembered.some((one) => !shareData(admittedKeys, one.keys))) throw new DataNotCompared('remembered');
    return false;
  }
}
