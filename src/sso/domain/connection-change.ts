import { type GivenConfig, SAID_BY_PROVIDER, configuredOver, apiNameOf } from './connection-config.js';
import { ConnectionActive } from './connection.errors.js';
import type { Connection } from './connection.js';
import { trustChanges, trustsMore } from './trust-change.js';

export interface ConnectionChange {
  readonly name?: string;
  /** `null`: people who get an account by it become viewers. */
  readonly defaultRoleId?: number | null;
  readonly config?: GivenConfig;
}

/**
 * Logins continue while names, roles, the secret, the names of attributes and new certificates change. What is trusted
 * changes only while no one can log in through the connection, and then counts as untested.
 * @throws ConnectionActive, ValidationFailed, SecretNeeded
 */
export function changeOf(
  before: Connection,
  change: ConnectionChange,
  now: Date,
): { readonly after: Connection; readonly detail: Readonly<Record<string, string | number | readonly string[]>> } {
  const { name = before.name, defaultRoleId = before.defaultRoleId, config } = change;
  const configured = config === undefined ? before : configuredOver(before, config);
  const changed = trustChanges(before, configured, now);
  const isMore = trustsMore(before, configured) && !changed.includes('certificates');
  const trusted = isMore ? [...changed, 'certificates'] : changed;
  if (trusted.length > 0 && before.status === 'active') throw new ConnectionActive(trusted);
  const again =
    trusted.length === 0
      ? {}
      : {
          configurationVersion: before.configurationVersion + 1,
          ...(before.status === 'tested' && { status: 'draft' as const }),
        };
  const named = Object.keys(change).filter((field) => field !== 'config');
  return {
    after: { ...before, ...configured, ...again, name, defaultRoleId, updatedAt: now } as Connection,
    detail: {
      changed: [
        ...named,
        ...Object.keys(config ?? {})
          .filter((field) => !SAID_BY_PROVIDER.includes(field))
          .map(apiNameOf),
      ],
      trusted,
      ...(before.issuer !== configured.issuer && { issuer_before: before.issuer, issuer: configured.issuer }),
    },
  };
}
