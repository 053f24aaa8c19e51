import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { Logger } from '../../../platform/logging/logger.js';
import { BoundedThreads } from '../../../platform/threads/bounded-threads.js';
import { Unavailable } from '../../../shared/domain-error.js';
import { type NamingText, PolicyChecks, type Reach, type Renaming } from '../../application/ports/policy-checks.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { tooDeep } from './check-text.js';
import type { PolicyTask, PolicyWork, PolicyWorkKind } from './policy-thread.js';

const LIMITS = {
  threads: 2,
  threadsOfOne: 1,
  longestLine: 50,
  longestWait: 500,
  memoryMb: 128,
  // A simulation over thousands of decisions with 200 policies takes seconds.
  timeoutMs: 30_000,
};

@Injectable()
export class PolicyThreads extends PolicyChecks implements OnApplicationShutdown {
  private readonly threads: BoundedThreads<PolicyTask, PolicyWork[PolicyWorkKind]['done']>;

  constructor(logger: Logger) {
    super();
    this.threads = new BoundedThreads('abac/adapters/cedar/policy-thread', LIMITS, logger);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  async check(organizationId: number, text: string): Promise<PolicyWork['check']['done']> {
    const checked = await this.tried('check', { organizationId, text }, organizationId);
    return checked ?? { isValid: false, problems: [tooDeep(text)] };
  }

  renamed(organizationId: number, texts: readonly NamingText[], to: Renaming): Promise<PolicyWork['rename']['done']> {
    return this.run('rename', { organizationId, texts, to }, organizationId);
  }

  evaluate(
    organizationId: number,
    trees: readonly PolicyTree[],
    requests: readonly PolicyRequest[],
  ): Promise<PolicyWork['evaluate']['done']> {
    return this.run('evaluate', { trees, requests }, organizationId);
  }

  lost(trees: readonly PolicyTree[], reach: Reach): Promise<PolicyWork['lost']['done']> {
    return this.run('lost', { trees, reach }, reach.organizationId);
  }

  explain(tree: PolicyTree, request: PolicyRequest): Promise<PolicyWork['explain']['done']> {
    return this.run('explain', { tree, request }, request.organizationId);
  }

  private async run<Kind extends PolicyWorkKind>(
    kind: Kind,
    of: PolicyWork[Kind]['of'],
    organizationId: number,
  ): Promise<PolicyWork[Kind]['done']> {
    const done = await this.tried(kind, of, organizationId);
    if (done === null) throw new Unavailable('The policies take too long to evaluate. Use fewer or simpler ones.');
    return done;
  }

  private tried<Kind extends PolicyWorkKind>(
    kind: Kind,
    of: PolicyWork[Kind]['of'],
    organizationId: number,
  ): Promise<PolicyWork[Kind]['done'] | null> {
    return this.threads.run(`organization ${organizationId}`, { kind, of }, currentOrigin()?.gone);
  }
}
