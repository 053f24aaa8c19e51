import type { Example } from '../../domain/example.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import type { VersionState } from '../../domain/policy.js';

/** A version of an access policy that is not archived. */
export interface NamingVersion {
  readonly policyId: number;
  readonly name: string;
  readonly version: number;
  readonly state: VersionState;
  readonly effect: 'permit' | 'forbid';
  readonly text: string;
  readonly tree: PolicyTree;
  readonly examples: readonly Example[];
}

export interface NamingDataPolicy {
  readonly id: number;
  readonly name: string;
  readonly status: 'draft' | 'active' | 'disabled';
  readonly appliesWhen: string;
}

export abstract class PoliciesByName {
  /** Versions that have this text among their literals, whatever it means. They are locked until the unit of work ends. */
  abstract naming(
    organizationId: number,
    literal: string,
  ): Promise<{ readonly versions: readonly NamingVersion[]; readonly dataPolicies: readonly NamingDataPolicy[] }>;
  abstract rewriteVersion(
    version: Pick<NamingVersion, 'policyId' | 'version' | 'text' | 'tree' | 'examples'> & { readonly sha256: string },
    at: Date,
  ): Promise<void>;
  abstract rewriteDataPolicy(id: number, appliesWhen: string, tree: PolicyTree, at: Date): Promise<void>;
  /** From now on, policies see members of the group in a group of this name. */
  abstract keepMembers(organizationId: number, groupId: string, name: string): Promise<void>;
}
