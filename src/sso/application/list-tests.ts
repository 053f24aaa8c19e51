import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { ConnectionTest } from '../domain/connection-test.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionTests } from './ports/connection-tests.js';

@Injectable()
export class ListTests {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly tests: ConnectionTests,
  ) {}

  /** Newest first. @throws NotFound, Forbidden */
  async execute(caller: Caller, connectionId: number, request: PageRequest): Promise<Page<ConnectionTest>> {
    await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    return this.tests.pageOf(connectionId, request);
  }
}
