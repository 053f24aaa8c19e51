import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import type { NewDataSources } from '../domain/organization.js';
import { Organizations } from './ports/organizations.js';

@Injectable()
export class ReadNewDataSources {
  constructor(private readonly organizations: Organizations) {}

  /** Checks no permission. @throws NotFound */
  async execute(organizationId: number): Promise<NewDataSources> {
    const organization = await this.organizations.find(organizationId);
    if (organization === null) throw new NotFound('Organization');
    return organization.newDataSources;
  }
}
