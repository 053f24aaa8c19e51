import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Connection } from '../domain/connection.js';
import { EnterConnection } from './enter-connection.js';

@Injectable()
export class ReadConnection {
  constructor(private readonly enterConnection: EnterConnection) {}

  /** @throws NotFound, Forbidden */
  async execute(caller: Caller, connectionId: number): Promise<Connection> {
    return (await this.enterConnection.execute(caller, 'sso.read', connectionId)).connection;
  }
}
