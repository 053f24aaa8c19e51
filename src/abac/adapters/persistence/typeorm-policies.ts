import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Policies } from '../../application/ports/policies.js';
import type { Policy } from '../../domain/policy.js';
import { policySchema } from './schemas.js';

@Injectable()
export class TypeOrmPolicies extends Policies {
  private readonly policies;

  constructor(session: TypeOrmSession) {
    super();
    this.policies = session.repository(policySchema);
  }

  ofOrganizations(organizationIds: readonly number[] | null): Promise<Policy[]> {
    const where = organizationIds === null ? {} : { organizationId: Any(organizationIds) };
    return this.policies.find({ where, order: { id: 'ASC' } });
  }
}
