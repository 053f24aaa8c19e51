import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { RememberedData, SameSource } from '../domain/same-data.js';
import { NameDataSources } from './name-data-sources.js';

/** Another source of the same data, as people see it. */
export interface ToldSource {
  /** `null` for one that is gone. */
  readonly dataSourceId: number | null;
  /** `null` if the person may not read it. */
  readonly name: string | null;
  readonly isProtected: boolean;
  readonly isClosed: boolean;
}

/** Tells a person of other sources of their organization that read the same data. */
@Injectable()
export class NameSameData {
  constructor(private readonly nameDataSources: NameDataSources) {}

  async execute(
    caller: Caller,
    organizationId: number,
    sources: readonly SameSource[],
    remembered: readonly RememberedData[] = [],
  ): Promise<readonly ToldSource[]> {
    const ids = sources.map(({ id }) => id);
    const read = await this.nameDataSources.execute(caller, 'data_source.read', { organizationId, ids });
    return [
      ...sources.map(({ id, isProtected, closed }) => ({
        dataSourceId: id,
        name: read.find((one) => one.id === id)?.name ?? null,
        isProtected,
        isClosed: closed !== null,
      })),
      ...remembered.map(({ sourceName }) => ({
        dataSourceId: null,
        name: sourceName,
        isProtected: true,
        isClosed: true,
      })),
    ];
  }
}
