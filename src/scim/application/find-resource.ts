import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { Resource } from '../domain/resource.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { Resources } from './ports/resources.js';

export interface ResourceToFind {
  readonly provisioner: Provisioner;
  readonly type: ResourceTypeName;
  readonly id: string;
}

@Injectable()
export class FindResource {
  constructor(private readonly resources: Resources) {}

  /** @throws NotFound for an id of another type or organization as well */
  async execute({ provisioner, type, id }: ResourceToFind): Promise<Resource> {
    const resource = await this.resources.findShown(provisioner.organizationId, type, id);
    if (resource === null) throw new NotFound(type);
    return resource;
  }
}
