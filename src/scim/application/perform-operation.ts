import { Injectable } from '@nestjs/common';
import type { BulkOperation } from '../domain/bulk/bulk-request.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';

@Injectable()
export class PerformOperation {
  /** @returns the resource as it is afterwards; `null` after a deletion */
  async execute(input: { provisioner: Provisioner; operation: BulkOperation }): Promise<Resource | null> {
    throw new Error(`${input.operation.method} is not wired yet.`);
  }
}
