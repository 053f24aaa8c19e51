import { Module } from '@nestjs/common';
import { PoliciesController } from './adapters/http/policies.controller.js';
import { TypeOrmPolicies } from './adapters/persistence/typeorm-policies.js';
import { ListPolicies } from './application/list-policies.js';
import { Policies } from './application/ports/policies.js';

@Module({
  controllers: [PoliciesController],
  providers: [ListPolicies, { provide: Policies, useClass: TypeOrmPolicies }],
})
export class AbacModule {}
