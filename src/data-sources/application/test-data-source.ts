import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { DataSource } from '../domain/data-source.js';
import { HostNotAllowed } from '../domain/data-source.errors.js';
import { EnterDataSource } from './enter-data-source.js';
import { Introspection, type Probe } from './ports/introspection.js';
import { Targets } from './ports/targets.js';

const PATIENCE_MS = 10_000;

/** What became of an attempt to connect; that it failed is an answer too. */
export type Verdict = Probe | { readonly error: DomainError };

@Injectable()
export class TestDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly targets: Targets,
    private readonly introspection: Introspection,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws NotFound, Forbidden */
  async execute(caller: Caller, dataSourceId: number): Promise<Verdict> {
    const source = await this.enterDataSource.execute(caller, 'data_source.write', dataSourceId);
    const verdict = await this.attempt(source);
    const error = 'error' in verdict ? verdict.error : null;
    await this.auditTrail.record({
      action: 'data_source.tested',
      outcome: error instanceof HostNotAllowed ? 'refused' : 'success',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'data_source', id: dataSourceId },
      detail: { ok: error === null, reason: error?.code ?? null },
    });
    return verdict;
  }

  private async attempt(source: DataSource): Promise<Verdict> {
    try {
      const target = await this.targets.locate(source);
      const limits = { signal: AbortSignal.timeout(PATIENCE_MS), timeoutMs: PATIENCE_MS };
      return await this.introspection.probe(target, String(source.organizationId), limits);
    } catch (error) {
      if (error instanceof DomainError) return { error };
      throw error;
    }
  }
}
