import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { RememberedData, SameSource } from '../domain/same-data.js';

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
  constructor(private readonly access: AccessControl) {}

  async execute(
    caller: Caller,
    organizationId: number,
    sources: readonly SameSource[],
    remembered: readonly RememberedData[] = [],
  ): Promise<readonly ToldSource[]> {
    const among = caller.key?.dataSourceIds;
    const refused = sources.length === 0 ? [] : await this.access.refused(caller, 'data_source.read', 'data_source', [organizationId]);
    const mayRead = (id: number): boolean => !refused.includes(id) && among?.includes(id) !== false;
    return [
      ...sources.map(({ id, name, isProtected, closed }) => ({
        dataSourceId: id,
        name: mayRead(id) ? name : null,
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
