import { AdmitPlace } from '../../src/data-sources/application/admit-place.js';
import type { CloseDataSource } from '../../src/data-sources/application/close-data-source.js';
import { FindSameData } from '../../src/data-sources/application/find-same-data.js';
import { LookUpData } from '../../src/data-sources/application/look-up-data.js';
import type { KnownData } from '../../src/data-sources/application/ports/known-data.js';
import type { SourcePolicies } from '../../src/data-sources/application/ports/source-policies.js';
import type { LeadingSource, Targets } from '../../src/data-sources/application/ports/targets.js';
import { ReachData } from '../../src/data-sources/application/reach-data.js';
import type { RequireGrant } from '../../src/data-sources/application/require-grant.js';
import type { DataSource } from '../../src/data-sources/domain/data-source.js';
import type { RememberedData, SeenSource } from '../../src/data-sources/domain/same-data.js';
import { FixedClock } from './fixed-clock.js';

const SERVER = { port: 5432, database: 'shop', username: 'reader', tls: { mode: 'disable' as const, ca: null } };

/** A source of PostgreSQL at a host of its own, of which nothing was found yet. */
export function sourceAt(host: string, more: Partial<SeenSource> = {}): SeenSource & DataSource {
  const at = new Date(0);
  return {
    id: 7,
    organizationId: 1,
    workspaceId: null,
    name: 'Shop',
    engine: 'postgresql',
    labels: [],
    closed: null,
    failingSince: null,
    hasPassword: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
    connection: { ...SERVER, host },
    keys: [],
    admittedKeys: [],
    ...more,
  };
}

/** All that tells whether data is the same, over rows and host names that a test gives. */
export class SameDataScene {
  /** Other sources of the organization. */
  others: readonly SeenSource[] = [];
  remembered: readonly RememberedData[] = [];
  /** Without a word of the test, policies are about all others. */
  protectedIds: (ids: readonly number[]) => readonly number[] = (ids) => ids;
  /** What is behind the host names that somebody answers for. */
  readonly names = new Map<string, string>();
  /** Any policy of the organization counts. */
  hasPolicies = true;
  /** The source was changed since it was read. */
  isChanged = false;
  /** In the order of the questions. */
  readonly lookups: string[] = [];
  /** Host names that are looked up at this moment, at most. */
  mostAtOnce = 0;
  readonly closed: number[] = [];
  /** How often it was asked which sources policies are about. */
  policiesAsked = 0;
  readonly clock = new FixedClock(new Date('2026-11-20T09:15:00Z'));
  readonly admitPlace: AdmitPlace;
  readonly reachData: ReachData;
  /** Whether the caller may publish policies. */
  isGranted = false;
  private atOnce = 0;

  constructor() {
    const beside = async (place: { readonly id: number | null }, keys: readonly string[] | null) => ({
      sources: this.others.filter(({ id }) => id !== place.id),
      remembered: this.remembered.filter((one) => keys === null || !one.isFound || one.keys.some((key) => keys.includes(key))),
      hasPolicies: this.hasPolicies,
    });
    const known = {
      beside,
      ready: async (...of: Parameters<typeof beside>) => (this.isChanged ? null : { ...(await beside(...of)), password: null }),
      find: async (id: number) => this.others.find((one) => one.id === id) ?? null,
    } as unknown as KnownData;
    const policies = {
      lock: async () => {},
      protectedAmong: async (_: number, ids: readonly number[]) => {
        this.policiesAsked += 1;
        return this.protectedIds(ids);
      },
    } as unknown as SourcePolicies;
    const hostOf = ({ connection }: LeadingSource) => ('host' in connection ? connection.host : connection.file);
    const targets: Pick<Targets, 'dataKeysOf' | 'writtenKeysOf' | 'place'> = {
      dataKeysOf: async (source, located) => {
        if (located === undefined) await this.lookUp(hostOf(source));
        const behind = this.names.get(hostOf(source));
        return { keys: [hostOf(source), ...(behind === undefined ? [] : [behind])], isFound: behind !== undefined };
      },
      writtenKeysOf: (source) => ({ keys: [hostOf(source)], isFound: false }),
      place: async () => ({ engine: 'postgresql', file: '' }),
    };
    const requireGrant = {
      execute: async (...[, , reason]: Parameters<RequireGrant['execute']>) => {
        if (!this.isGranted) throw reason;
      },
    } as RequireGrant;
    const closeDataSource = {
      execute: async ({ id }: { readonly id: number }) => void this.closed.push(id),
    } as unknown as CloseDataSource;
    const find = new FindSameData(known, policies, new LookUpData(targets as Targets, this.clock));
    this.admitPlace = new AdmitPlace(requireGrant, targets as Targets, find, known, policies);
    this.reachData = new ReachData(targets as Targets, find, known, closeDataSource);
  }

  private async lookUp(host: string): Promise<void> {
    this.lookups.push(host);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await Promise.resolve();
    this.atOnce -= 1;
  }
}
