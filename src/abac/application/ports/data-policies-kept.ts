import type { Caller } from '../../../shared/caller.js';
import type { DataPolicy, DataPolicyContent, DataPolicyStatus } from '../../domain/data-policy.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import type { TagsOfSource } from '../../domain/relation-limits.js';

/** What an organization shows of its data, as of an epoch: each change of it begins a new one. */
export interface DataPolicySet {
  readonly epoch: number;
  /** Its size in memory. */
  readonly bytes: number;
  readonly active: readonly (Pick<DataPolicy, 'id' | 'name' | 'dataSourceId' | 'rules'> & {
    readonly tree: PolicyTree;
  })[];
  /** By data source: the tags that its policies name, and what people have reviewed. */
  readonly sources: ReadonlyMap<number, TagsOfSource>;
}

export interface DataPolicyEdit {
  readonly content: DataPolicyContent;
  readonly tree: PolicyTree;
  readonly by: number;
  readonly at: Date;
}

export abstract class DataPoliciesKept {
  /** In force at this moment; `null` if no data policy is active. One read by the key of a row. */
  abstract epochOf(organizationId: number): Promise<number | null>;
  /** Epoch, policies and tags of one moment. */
  abstract load(organizationId: number): Promise<DataPolicySet | null>;
  /** Begins the next epoch, and holds it until the unit of work ends: changes of an organization come one by one. */
  abstract advance(organizationId: number): Promise<void>;
  /** The size of active policies. */
  abstract bytesInForce(organizationId: number): Promise<number>;
  /** By id. */
  abstract ofOrganization(organizationId: number): Promise<readonly DataPolicy[]>;
  /** Active ones for this data source alone. */
  abstract activeOf(dataSourceId: number): Promise<readonly DataPolicy[]>;
  /**
   * The sources that active policies are about: data policies of theirs, data policies of all sources that go by a tag of
   * their columns, and access policies that forbid something and name them.
   * @param dataSourceIds `null` for all of the organization
   */
  abstract protectedAmong(organizationId: number, dataSourceIds: readonly number[] | null): Promise<readonly number[]>;
  /**
   * Notes what the owners are told of outdated policies: a digest of it; `null` for those that fit.
   * @returns the ids of those whose note has changed
   */
  abstract noteOutdated(policies: readonly { readonly id: number; readonly digest: string | null }[]): Promise<readonly number[]>;
  /** Marks active ones whose condition could not be evaluated for the person, until they change. */
  abstract noteFailing(ids: readonly number[], seen: { readonly userId: number; readonly at: Date }): Promise<void>;
  /** Finds only those of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<DataPolicy | null>;
  /** A draft. @throws DataPolicyNameTaken, TooManyDataPolicies */
  abstract add(organizationId: number, edit: DataPolicyEdit): Promise<DataPolicy>;
  /** @returns `null` when it is not at that version any more @throws DataPolicyNameTaken */
  abstract change(id: number, version: number, edit: DataPolicyEdit): Promise<DataPolicy | null>;
  /** @returns `null` when it is not at that version any more */
  abstract move(
    id: number,
    version: number,
    to: { readonly status: DataPolicyStatus; readonly by: number; readonly at: Date },
  ): Promise<DataPolicy | null>;
  /** @returns whether it was at that version */
  abstract remove(id: number, version: number): Promise<boolean>;
}
