import { Injectable } from '@nestjs/common';
import type { DataSource } from '../domain/data-source.js';
import { DataSources } from './ports/data-sources.js';

/** For contexts that refer to data sources: checks no permission, and tells only their names. */
@Injectable()
export class NameDataSources {
  constructor(private readonly sources: DataSources) {}

  /** The organization's sources that have one of the ids or names, by id. */
  async execute({
    organizationId,
    ids = [],
    names = [],
  }: {
    organizationId: number;
    ids?: readonly number[];
    names?: readonly string[];
  }): Promise<readonly Pick<DataSource, 'id' | 'name'>[]> {
    if (ids.length === 0 && names.length === 0) return [];
    return this.sources.namesOf(organizationId, { ids, names });
  }
}
