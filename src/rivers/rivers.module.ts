import { Module } from '@nestjs/common';
import { RiversController } from './adapters/http/rivers.controller.js';
import { SqlRivers } from './adapters/persistence/sql-rivers.js';
import { ListRivers } from './application/list-rivers.js';
import { Rivers } from './application/ports/rivers.js';

@Module({
  controllers: [RiversController],
  providers: [ListRivers, { provide: Rivers, useClass: SqlRivers }],
})
export class RiversModule {}
