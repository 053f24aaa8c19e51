import { And, Any, type FindOperator, IsNull, Not, Raw } from 'typeorm';
import type { Reach } from '../../shared/reach.js';
import { inReach } from './in-reach.js';

/** Conditions of a repository, any of which may hold: rows of these organizations about data sources in reach. */
export function aboutSources(
  reach: Reach,
  organizationIds: readonly number[],
): { organizationId: FindOperator<number>; dataSourceId: FindOperator<number> }[] {
  const whole = organizationIds.filter((id) => reach.whole.includes(id));
  const values: Record<string, unknown> = {};
  const given = (value: unknown): string => {
    const name = `reach${Object.keys(values).length}`;
    values[name] = value;
    return `:${name}`;
  };
  // Raw: the rows hold no relation to their sources. Those in reach are read once, by their indexes.
  const open = `SELECT d.id FROM data_sources d WHERE ${inReach('d', { ...reach, whole: [] }, given)}`;
  const isSome = reach.own.length > 0 || reach.workspaceIds.length > 0;
  return [
    ...(whole.length > 0 ? [{ organizationId: Any(whole), dataSourceId: And(Not(IsNull()), Not(Any(reach.refused))) }] : []),
    ...(isSome ? [{ organizationId: Any(organizationIds), dataSourceId: Raw((id) => `${id} IN (${open})`, values) }] : []),
  ];
}
