import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ProvisioningLog } from '../../application/ports/provisioning-log.js';
import type { ProvisioningEvent } from '../../domain/provisioning-event.js';

const FLUSHED_EVERY_MS = 250;
const MOST_QUEUED = 20_000;
const AT_ONCE = 1_000;
/** jsonb takes neither. */
const UNSTORABLE = /\p{Cs}|\0/gu;

/** Raw: a row for each request would double the writes of a small one, so rows are collected and written as one set. */
@Injectable()
export class BatchedProvisioningLog extends ProvisioningLog implements OnModuleInit, OnApplicationShutdown {
  private queue: ProvisioningEvent[] = [];
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly countDropped: (more: number) => void;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super();
    this.countDropped = metrics.counter(
      'headgate_scim_events_dropped_total',
      'Rows of the provisioning log that were lost because the database was away or too slow',
    );
  }

  /** Ticks from the start on: a timer that a request starts would carry that request's transaction along. */
  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSHED_EVERY_MS).unref();
  }

  /** When the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  record(event: ProvisioningEvent): void {
    if (this.queue.length < MOST_QUEUED) this.queue.push(event);
    else this.countDropped(1);
  }

  flush(): Promise<void> {
    if (this.queue.length > 0) this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, AT_ONCE);
      try {
        await this.write(batch);
      } catch (err) {
        this.countDropped(batch.length);
        this.logger.warn({ err, events: batch.length }, 'events of the provisioning log were lost');
      }
    }
  }

  private async write(events: readonly ProvisioningEvent[]): Promise<void> {
    const rows = JSON.stringify(events, (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll(UNSTORABLE, '\uFFFD') : value,
    );
    await this.session.execute(
      `INSERT INTO scim_events (organization_id, token_id, request_id, occurred_at, method, path, resource_type, resource_id,
                                status, scim_type, detail, changes, duration_ms, ip)
       SELECT "organizationId", "tokenId", "requestId", "occurredAt", method, path, "resourceType", "resourceId",
              status, "scimType", detail, nullif(changes, 'null'::jsonb), "durationMs", ip
         FROM jsonb_to_recordset($1::jsonb) AS event
              ("organizationId" integer, "tokenId" integer, "requestId" text, "occurredAt" timestamptz, method text, path text,
               "resourceType" text, "resourceId" text, status integer, "scimType" text, detail text, changes jsonb,
               "durationMs" integer, ip text)`,
      [rows],
    );
  }
}
