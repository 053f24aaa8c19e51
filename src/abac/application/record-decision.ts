import { Injectable } from '@nestjs/common';
import { jsonDigest } from '../../shared/json-digest.js';
import { Clock } from '../../shared/ports/clock.js';
import type { PolicyDecision, PolicyRequest, Resource } from '../domain/policy-request.js';
import { Decisions } from './ports/decisions.js';

const HOUR_MS = 3_600_000;
/** Samples that an instance remembers. */
const REMEMBERED = 10_000;

/** What is known of an act before anything is read for it. */
export interface Act extends Pick<PolicyRequest, 'organizationId' | 'epoch' | 'allowedByRoles' | 'action'> {
  readonly userId: number;
  readonly resource: Pick<Resource, 'type'> & { readonly id?: number };
}

/** Every refusal of a policy, and samples of the rest: a person does the same thing hundreds of times a day. */
@Injectable()
export class RecordDecision {
  private readonly sampledAt = new Map<string, number>();

  constructor(
    private readonly decisions: Decisions,
    private readonly clock: Clock,
  ) {}

  async execute(request: PolicyRequest, decision: PolicyDecision, shadow: PolicyDecision | null): Promise<void> {
    const isRefusal = !decision.isAllowed && decision.reason !== 'roles';
    const decidedAt = this.clock.now();
    if (!isRefusal && !this.isSample(request, shadow, decidedAt.getTime())) return;
    // The hash leaves out the epoch and the moment, which differ each time, so equal circumstances have equal hashes.
    const { epoch: _, context, ...rest } = request;
    const { now: __, proofAgeSeconds: ___, ...steady } = context;
    const requestHash = jsonDigest({ ...rest, context: steady });
    await this.decisions.add({ decidedAt, request, decision, shadow, requestHash });
  }

  /** Whether it would be recorded if no policy has anything to say of it. */
  isDue(act: Act): boolean {
    return this.isFirst(keyOf(act, null), this.clock.now().getTime());
  }

  private isFirst(key: string, now: number): boolean {
    const last = this.sampledAt.get(key);
    return last === undefined || now - last >= HOUR_MS;
  }

  /** The first within an hour for the same person, act, thing and change. */
  private isSample(request: PolicyRequest, shadow: PolicyDecision | null, now: number): boolean {
    const key = keyOf({ ...request, userId: request.principal.userId }, shadow);
    if (!this.isFirst(key, now)) return false;
    this.sampledAt.delete(key);
    this.sampledAt.set(key, now);
    for (const [oldest] of this.sampledAt) {
      if (this.sampledAt.size <= REMEMBERED) break;
      this.sampledAt.delete(oldest);
    }
    return true;
  }
}

function keyOf({ organizationId, userId, action, resource, allowedByRoles }: Act, shadow: PolicyDecision | null): string {
  const thing = resource.id === undefined ? resource.type : `${resource.type} ${resource.id}`;
  const change = shadow?.policies.map(({ id, version }) => `${id}.${version}`).join(' ') ?? '';
  return [organizationId, userId, action, thing, allowedByRoles, change].join('|');
}
