import { Global, Module } from '@nestjs/common';

/** What other contexts may ask for. */
const OFFERED: never[] = [];

@Global()
@Module({ controllers: [], providers: [...OFFERED], exports: OFFERED })
export class AbacModule {}
