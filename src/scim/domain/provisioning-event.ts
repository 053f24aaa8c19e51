import type { ResourceTypeName } from './resource.js';

/** What came of one request, or of one operation of a Bulk. Holds no values of attributes: see `redaction.ts`. */
export interface ProvisioningEvent {
  readonly organizationId: number;
  readonly tokenId: number;
  readonly requestId: string;
  readonly occurredAt: Date;
  readonly method: string;
  /** Below `/scim/v2`. */
  readonly path: string;
  readonly resourceType: ResourceTypeName | null;
  readonly resourceId: string | null;
  readonly status: number;
  readonly scimType: string | null;
  readonly detail: string | null;
  /** Names of the attributes that the client wrote, or meant to; `null` where it wrote none. */
  readonly changes: readonly string[] | null;
  readonly durationMs: number;
  readonly ip: string | null;
}

export interface RecordedProvisioningEvent extends Omit<ProvisioningEvent, 'organizationId' | 'tokenId'> {
  readonly id: number;
  readonly token: { readonly id: number; readonly name: string };
}

export interface EventFilter {
  readonly outcome?: 'ok' | 'failed';
  readonly resourceId?: string;
  readonly tokenId?: number;
  readonly since?: Date;
  readonly until?: Date;
  /** Only what comes after this event in the list. */
  readonly before?: number;
}
