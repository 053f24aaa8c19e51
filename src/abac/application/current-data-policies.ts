import { Injectable } from '@nestjs/common';
import type { Moment } from '../../data-sources/application/enter-data-source.js';
import { Unavailable } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { RecentBySize } from '../../shared/recent-by-size.js';
import { Conditions, type InstalledConditions } from './ports/conditions.js';
import { DataPoliciesKept, type DataPolicySet } from './ports/data-policies-kept.js';

/** Bounds what stays in memory: policies, tags, and what people have reviewed. */
const MOST_BYTES = 32 * 1024 * 1024;
/** How long a request goes by the epoch that was read as it entered a source. One that takes longer has it read again. */
const KEPT_MS = 2_000;

export interface InForce extends DataPolicySet {
  readonly conditions: InstalledConditions;
}

/** The data policies in force. The epoch is read by every request, so that no instance shows what a change has just hidden. */
@Injectable()
export class CurrentDataPolicies {
  /** By organization. */
  private readonly held: RecentBySize<number, InForce>;

  constructor(
    private readonly kept: DataPoliciesKept,
    private readonly conditions: Conditions,
    private readonly clock: Clock,
  ) {
    this.held = new RecentBySize(
      MOST_BYTES,
      ({ bytes }) => bytes,
      (organizationId) => conditions.remove(organizationId),
    );
  }

  /**
   * @param entered of a source of the organization, if this is about one that the caller has entered
   * @returns `null` if none is active @throws Unavailable when they cannot be loaded
   */
  async of(organizationId: number, entered?: Moment): Promise<InForce | null> {
    const epoch = this.isRecent(entered) ? entered.dataPolicies : await this.kept.epochOf(organizationId);
    if (epoch === null) return null;
    const known = this.held.get(organizationId);
    if (known?.epoch === epoch) return known;
    const set = await this.kept.load(organizationId);
    if (set === null || set.epoch < epoch)
      throw new Unavailable('The data policies of the organization are not loaded yet. Try again shortly.');
    const newer = this.held.get(organizationId);
    // A set that was read earlier may be answered later.
    if (newer !== undefined && newer.epoch >= set.epoch) return newer;
    const installed = { ...set, conditions: this.conditions.install(organizationId, set.active) };
    this.held.hold([organizationId, installed]);
    return installed;
  }

  private isRecent(moment: Moment | undefined): moment is Moment {
    return moment !== undefined && this.clock.now().getTime() - moment.at.getTime() < KEPT_MS;
  }
}
