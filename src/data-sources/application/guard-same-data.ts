import { Injectable } from '@nestjs/common';
import { type SameSource, isShutBy } from '../domain/same-data.js';
import { CloseDataSource } from './close-data-source.js';
import { FindSameData } from './find-same-data.js';
import { LookUpData } from './look-up-data.js';
import { KnownData } from './ports/known-data.js';

export type { SameSource } from '../domain/same-data.js';

/** Finds other sources of data that policies now protect, so that nobody believes the data hidden while another source shows it. */
@Injectable()
export class GuardSameData {
  constructor(
    private readonly known: KnownData,
    private readonly lookUpData: LookUpData,
    private readonly findSameData: FindSameData,
    private readonly closeDataSource: CloseDataSource,
  ) {}

  /** @returns other sources of the same data, with whether they would be shut, by id */
  async foresee(dataSourceIds: readonly number[]): Promise<readonly (SameSource & { readonly isShut: boolean })[]> {
    const found = new Map<number, SameSource & { readonly isShut: boolean }>();
    for (const id of dataSourceIds) {
      const source = await this.known.find(id);
      if (source === null || source.closed === 'same_data') continue;
      const looked = await this.lookUpData.now(source);
      for (const other of await this.findSameData.all(source, looked)) {
        const isShut = other.closed === null && isShutBy(other, looked);
        found.set(other.id, { ...other, isShut: isShut || found.get(other.id)?.isShut === true });
      }
    }
    return [...found.values()].toSorted((one, other) => one.id - other.id);
  }

  /** Runs when policies take effect. Closes the sources that nobody with `abac.grant` has approved. @param by who protected the data */
  async execute(dataSourceIds: readonly number[], by: number): Promise<readonly SameSource[]> {
    const found = await this.foresee(dataSourceIds);
    for (const other of found) if (other.isShut) await this.closeDataSource.execute(other, by);
    return found.map(({ isShut, ...other }) => (isShut ? { ...other, closed: 'same_data' } : other));
  }
}
