import { Injectable } from '@nestjs/common';
import { DataSourceClosed } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import { isShutBy, shareData } from '../domain/same-data.js';
import { CloseDataSource } from './close-data-source.js';
import { FindSameData, isBare } from './find-same-data.js';
import { KnownData } from './ports/known-data.js';
import { type Target, Targets } from './ports/targets.js';

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

  /** @throws DataSourceClosed for data that others protect: the source is closed from now on; HostNotAllowed, SourceFailed */
  async execute(source: DataSource): Promise<{ readonly target: Target; readonly keys: readonly string[] }> {
    const target = await this.targets.locate(source);
    const keys = await this.targets.dataKeysOf(source, target);
    // Those who may read what is closed look at it in order to write policies.
    if (source.closed !== null) return { target, keys };
    if (await this.isShut(source, keys)) {
      await this.closeDataSource.execute(source, null);
      throw new DataSourceClosed();
    }
    return { target, keys };
  }

  private async isShut(source: DataSource, keys: readonly string[]): Promise<boolean> {
    const same = await this.findSameData.protecting(source, keys);
    if (isBare(same)) return false;
    const { sources, remembered } = same;
    const admittedKeys = (await this.known.find(source.id))?.admittedKeys ?? [];
    if (remembered.some((one) => !shareData(admittedKeys, one.keys))) return true;
    if (sources.length === 0) return false;
    const own = { id: source.id, admittedKeys, isProtected: await this.findSameData.isProtected(source) };
    return sources.some((one) => isShutBy(own, one));
  }
}
