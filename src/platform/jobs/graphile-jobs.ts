import { Injectable } from '@nestjs/common';
import { type JobPayload, Jobs } from '../../shared/ports/jobs.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

const ADD_JOB = {
  name: 'jobs.enqueue',
  text: `SELECT FROM graphile_worker.add_job(
    identifier => $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::integer, job_key => $5::text)`,
};

const ADD_JOBS = {
  name: 'jobs.enqueue-all',
  text: `SELECT FROM unnest($2::text[]) WITH ORDINALITY AS one (payload, place), graphile_worker.add_job(
    identifier => $1::text, payload => one.payload::json, max_attempts => $3::integer)`,
};

/** Raw: functions of graphile-worker. */
@Injectable()
export class GraphileJobs extends Jobs {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async enqueue(name: string, payload: JobPayload, options: { runAt?: Date; key?: string; maxAttempts?: number } = {}): Promise<void> {
    const { runAt, key, maxAttempts } = options;
    await this.session.execute(ADD_JOB, [name, JSON.stringify(payload), runAt ?? null, maxAttempts ?? null, key ?? null]);
  }

  async enqueueAll(name: string, payloads: readonly JobPayload[], { maxAttempts }: { maxAttempts?: number } = {}): Promise<void> {
    const texts = payloads.map((payload) => JSON.stringify(payload));
    await this.session.execute(ADD_JOBS, [name, texts, maxAttempts ?? null]);
  }
}
