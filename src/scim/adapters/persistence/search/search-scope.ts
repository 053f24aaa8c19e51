import type { ResourceTypeName } from '../../../../engines/scim-protocol/schema/resource-type.js';
import { isReadAsSent } from '../../../domain/resource-keys.js';

/** The values of a statement, in the order of their placeholders. */
export class StatementValues {
  private readonly values: unknown[] = [];

  /** @returns the placeholder */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get list(): readonly unknown[] {
    return this.values;
  }
}

/** What the conditions of one statement on resources of one type share; the row is `r`. */
export interface SearchScope {
  readonly type: ResourceTypeName;
  readonly values: StatementValues;
  /** The placeholder of the organization's id. */
  readonly organization: string;
  /** Where SCIM lives, without a slash at the end. */
  readonly baseUrl: string;
}

/** The document of the row `r` that has what is at the keys. */
export function documentSql({ type }: SearchScope, [first]: readonly string[]): string {
  return isReadAsSent(type, first) ? 'r.attributes' : 'r.search';
}

/** `meta.location` of a row of `scim_resources`. */
export function locationSql({ values, baseUrl }: SearchScope, row: string): string {
  return `(${values.add(baseUrl)}::text || '/' || ${row}.type || 's/' || ${row}.id)`;
}
