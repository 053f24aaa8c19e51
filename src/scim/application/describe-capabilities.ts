import { Injectable } from '@nestjs/common';
import { ReadDirectoryPasswords } from '../../organizations/application/read-directory-passwords.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { type Discoverable, resourceTypes, schemas, serviceProviderConfig } from '../../engines/scim-protocol/discovery.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { baseUrlAt } from '../domain/scim-root.js';

/** What a client finds out about the service before it provisions people (RFC 7644 section 4). */
@Injectable()
export class DescribeCapabilities {
  constructor(
    private readonly service: ServiceOrigin,
    private readonly readDirectoryPasswords: ReadDirectoryPasswords,
  ) {}

  /** The ServiceProviderConfig; `changePassword` says whether the organization keeps passwords of its directory. */
  async execute(organizationId: number): Promise<JsonObject> {
    const passwords = await this.readDirectoryPasswords.execute(organizationId);
    return serviceProviderConfig(baseUrlAt(this.service.publicUrl), passwords === 'accept');
  }

  resourceTypes(): readonly Discoverable[] {
    return resourceTypes(baseUrlAt(this.service.publicUrl));
  }

  schemas(): readonly Discoverable[] {
    return schemas(baseUrlAt(this.service.publicUrl));
  }
}
