import { Injectable } from '@nestjs/common';
import { SchemaCache } from './ports/schema-cache.js';

/** Forgets the schema of a data source, because it belongs to another place. */
@Injectable()
export class ForgetSchema {
  constructor(private readonly cache: SchemaCache) {}

  execute(dataSourceId: number): Promise<void> {
    return this.cache.forget(dataSourceId);
  }
}
