import { Global, Module } from '@nestjs/common';
import { ReadLatestPlan } from './application/read-latest-plan.js';

/** What other contexts may ask for. */
const OFFERED = [ReadLatestPlan];

@Global()
@Module({ controllers: [], providers: [...OFFERED], exports: OFFERED })
export class SsoMigrationModule {}
