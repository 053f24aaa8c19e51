import { Module } from '@nestjs/common';
import { PoliciesController } from './adapters/http/policies.controller.js';
import { TypeOrmPolicies } from './adapters/persistence/typeorm-policies.js';
import { ListPolicies } from './application/list-policies.js';
import { Policies } from './application/ports/policies.js';

/** What other contexts may ask for. */
const OFFERED: never[] = [];

@Module({
  controllers: [PoliciesController],
  providers: [...OFFERED, ListPolicies, { provide: Policies, useClass: TypeOrmPolicies }],
  exports: OFFERED,
})
export class AbacModule {}
