import { KEY_SCOPES, type KeyScope } from './access-key.js';
import type { AgentClient } from './agent-client.js';

/** `listed`: those that the organization has registered, and metadata documents at the hosts and addresses that it names. */
export const ADMITTED_CLIENTS = ['none', 'listed', 'any'] as const;

/** The longest that a grant may last. */
export const MOST_DAYS = 90;

/** What an organization lets AI clients do that connect for its people. */
export interface AgentRules {
  readonly admits: (typeof ADMITTED_CLIENTS)[number];
  /** Hosts, such as `claude.ai`, and addresses of metadata documents. */
  readonly listed: readonly string[];
  /** The widest that a grant may have; older grants are cut to them at their next request. */
  readonly scopes: readonly KeyScope[];
  readonly longestDays: number;
  /** 0 until somebody decides. */
  readonly version: number;
}

/** Nobody is listed at first, so that an administrator decides before anything connects. */
export const FIRST_RULES: AgentRules = { admits: 'listed', listed: [], scopes: KEY_SCOPES, longestDays: MOST_DAYS, version: 0 };

/** Whether the document of a client may be fetched for the organization's people. */
export function listsDocument({ admits, listed }: AgentRules, clientId: string): boolean {
  if (admits === 'any') return true;
  return admits === 'listed' && (listed.includes(clientId) || listed.includes(new URL(clientId).host));
}

export function admitsClient(rules: AgentRules, organizationId: number, client: AgentClient): boolean {
  if (client.host === null) return rules.admits !== 'none' && client.organizationId === organizationId;
  return listsDocument(rules, client.id);
}
