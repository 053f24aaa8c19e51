import { Injectable } from '@nestjs/common';
import { LessThan, type QueryDeepPartialEntity } from 'typeorm';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { ConnectionTests, type NewConnectionTest } from '../../application/ports/connection-tests.js';
import type { ConnectionTest, TestOutcome, TestStatus, TestStep } from '../../domain/connection-test.js';
import { connectionTestSchema } from './schemas.js';

@Injectable()
export class TypeOrmConnectionTests extends ConnectionTests {
  private readonly tests;

  constructor(session: TypeOrmSession) {
    super();
    this.tests = session.repository(connectionTestSchema);
  }

  async add({ ticketHash, ...test }: NewConnectionTest): Promise<ConnectionTest> {
    const id = await insertedId(this.tests, { ...test, ticketHash });
    return { ...test, id, outcome: null };
  }

  find(connectionId: number, id: number): Promise<ConnectionTest | null> {
    return this.tests.findOneBy({ connectionId, id });
  }

  findByTicket(connectionId: number, ticketHash: Uint8Array): Promise<ConnectionTest | null> {
    return this.tests.findOneBy({ connectionId, ticketHash });
  }

  lock(id: number): Promise<ConnectionTest | null> {
    return this.tests.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async pageOf(connectionId: number, request: PageRequest): Promise<Page<ConnectionTest>> {
    const [items, total] = await this.tests.findAndCount({
      where: { connectionId },
      order: { id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  async finish(
    id: number,
    { at, outcome, ...result }: { status: TestStatus; steps: readonly TestStep[]; outcome: TestOutcome; at: Date },
  ): Promise<void> {
    await this.tests.update(
      { id },
      {
        ...result,
        outcome: outcome as QueryDeepPartialEntity<TestOutcome>,
        finishedAt: at,
      },
    );
  }

  async purge(before: Date): Promise<number> {
    const { affected } = await this.tests.delete({ startedAt: LessThan(before) });
    return affected ?? 0;
  }
}
