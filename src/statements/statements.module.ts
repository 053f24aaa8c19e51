import { Module } from '@nestjs/common';
import { DataSourcesModule } from '../data-sources/data-sources.module.js';
import { MeasuredQuerying } from './adapters/querying/measured-querying.js';
import { ThreadedQuerying } from './adapters/querying/threaded-querying.js';
import { Querying } from './application/ports/querying.js';
import { RunOwnStatement } from './application/run-own-statement.js';
import { RunStatement } from './application/run-statement.js';
import { TakeTurn } from './application/take-turn.js';

/** What other contexts may ask for. */
const OFFERED = [RunOwnStatement, RunStatement, TakeTurn];

@Module({
  imports: [DataSourcesModule],
  providers: [...OFFERED, ThreadedQuerying, { provide: Querying, useClass: MeasuredQuerying }],
  exports: [...OFFERED],
})
export class StatementsModule {}
