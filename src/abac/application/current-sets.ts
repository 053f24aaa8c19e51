import { Injectable } from '@nestjs/common';
import { Unavailable } from '../../shared/domain-error.js';
import { RecentBySize } from '../../shared/recent-by-size.js';
import { type InstalledSet, PolicyEngine } from './ports/policy-engine.js';
import { PolicySets } from './ports/policy-sets.js';

/** Bounds the trees of policies that stay in memory. Cedar needs some seventeen times as much for them. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The policies in force, as this instance holds them. An instance that cannot have the right ones does not decide. */
@Injectable()
export class CurrentSets {
  /** By organization. */
  private readonly installed: RecentBySize<number, InstalledSet>;
  private readonly loading = new Map<number, Promise<InstalledSet>>();

  constructor(
    private readonly sets: PolicySets,
    private readonly engine: PolicyEngine,
  ) {
    this.installed = new RecentBySize(
      MOST_BYTES,
      ({ bytes }) => bytes,
      (organizationId) => engine.remove(organizationId),
    );
  }

  /**
   * @param epoch that the request has read: a set of another epoch is loaded again
   * @throws Unavailable when the policies cannot be loaded
   */
  async of(organizationId: number, epoch: number): Promise<InstalledSet> {
    const held = this.installed.get(organizationId);
    if (held?.epoch === epoch) return held;
    // Another request may have begun to load before the epoch that this one has read was published.
    const joined = await this.loading.get(organizationId)?.catch(() => undefined);
    const loaded = joined !== undefined && joined.epoch >= epoch ? joined : await this.load(organizationId);
    if (loaded.epoch < epoch) throw unavailable();
    return loaded;
  }

  /** Another instance has published. Sets that no request has needed here are left until one does. */
  async refresh(organizationId: number): Promise<void> {
    if (this.installed.get(organizationId) !== undefined) await this.load(organizationId);
  }

  private load(organizationId: number): Promise<InstalledSet> {
    const loading = this.read(organizationId).finally(() => {
      if (this.loading.get(organizationId) === loading) this.loading.delete(organizationId);
    });
    this.loading.set(organizationId, loading);
    return loading;
  }

  private async read(organizationId: number): Promise<InstalledSet> {
    // Not waited for: what is asked with its epoch is right without it.
    void this.sets.watch((published) => this.refresh(published)).catch(() => undefined);
    const set = await this.sets.load(organizationId);
    if (set === null) throw unavailable();
    const held = this.installed.get(organizationId);
    // An earlier read may be answered later.
    if (held !== undefined && held.epoch >= set.epoch) return held;
    const installed = this.engine.install(set);
    this.installed.hold([organizationId, installed]);
    return installed;
  }
}

function unavailable(): Unavailable {
  return new Unavailable('The access policies of the organization are not loaded yet. Try again shortly.');
}
