import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
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

  async pageOf(organizationIds: readonly number[] | null, request: PageRequest): Promise<Page<Policy>> {
    const [items, total] = await this.policies.findAndCount({
      where: organizationIds === null ? {} : { organizationId: Any(organizationIds) },
      order: { id: 'ASC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }
}
