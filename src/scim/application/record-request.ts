import { Injectable } from '@nestjs/common';
import type { Provisioner } from '../domain/provisioner.js';
import type { ProvisioningEvent } from '../domain/provisioning-event.js';
import { redacted } from '../domain/redaction.js';
import { ProvisioningLog } from './ports/provisioning-log.js';

/** What a client asked, and what came of it; `path` is redacted already. */
export interface ProvisioningRequest extends Omit<ProvisioningEvent, 'organizationId' | 'tokenId' | 'scimType' | 'detail'> {
  /** What it was refused with. */
  readonly error: { readonly scimType?: string | undefined; readonly detail: string } | null;
  /** What was left undone in a request that succeeded. */
  readonly note: string | null;
}

/** Writes a request into the log of the organization, where its administrators look for what their directory does. */
@Injectable()
export class RecordRequest {
  constructor(private readonly log: ProvisioningLog) {}

  /** Returns at once and never fails. */
  execute({ tokenId, organizationId }: Provisioner, request: ProvisioningRequest): void {
    const { error, note, method, ...event } = request;
    this.log.record({
      ...event,
      organizationId,
      tokenId,
      method: redacted(method),
      scimType: error?.scimType ?? null,
      detail: error === null ? note : redacted(error.detail),
    });
  }
}
