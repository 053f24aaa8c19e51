import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { ConnectionTest } from '../domain/connection-test.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionTests } from './ports/connection-tests.js';

@Injectable()
export class ReadTest {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly tests: ConnectionTests,
  ) {}

  /** Holds a person's claims, so only those who set the connection up may read it. @throws NotFound, Forbidden */
  async execute(caller: Caller, connectionId: number, testId: number): Promise<ConnectionTest> {
    await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const test = await this.tests.find(connectionId, testId);
    if (test === null) throw new NotFound('Test');
    return test;
  }
}
