import { Injectable } from '@nestjs/common';
import { type JobPayload, Jobs } from '../../shared/ports/jobs.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

const ADD_JOB = {
  name: 'jobs.enqueue',
  text: `SELECT FROM graphile_worker.add_job(
    identifier => $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::integer, job_key => $5::text)`,
};

@Injectable()
export class GraphileJobs extends Jobs {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async enqueue(
    name: string,
    payload: JobPayload,
    options: { runAt?: Date; key?: string; maxAttempts?: number } = {},
  ): Promise<void> {
    const { runAt, key, maxAttempts } = options;
    await this.session.execute(ADD_JOB, [
      name,
      JSON.stringify(payload),
      runAt ?? null,
      maxAttempts ?? null,
      key ?? null,
    ]);
  }
}
