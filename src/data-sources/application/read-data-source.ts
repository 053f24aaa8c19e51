import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../domain/data-source.js';
import { EnterDataSource } from './enter-data-source.js';

@Injectable()
export class ReadDataSource {
  constructor(private readonly enterDataSource: EnterDataSource) {}

  /** @throws NotFound, Forbidden */
  execute(caller: Caller, dataSourceId: number): Promise<DataSource> {
    return this.enterDataSource.evenClosed(caller, 'data_source.read', dataSourceId);
  }
}
