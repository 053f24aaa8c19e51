import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Workspace } from '../domain/workspace.js';
import { EnterWorkspace } from './enter-workspace.js';

@Injectable()
export class ReadWorkspace {
  constructor(private readonly enterWorkspace: EnterWorkspace) {}

  /** @throws NotFound, Forbidden */
  async execute(caller: Caller, workspaceId: number): Promise<Workspace> {
    return (await this.enterWorkspace.execute(caller, 'workspace.read', workspaceId)).workspace;
  }
}
