import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRegistry } from '../../../shared/ports/jobs.js';
import { DeleteIconFile } from '../../application/delete-icon-file.js';
import { DELETE_ICON_FILE } from '../../application/replace-icon.js';

@Injectable()
export class IconJobs implements OnModuleInit {
  constructor(
    private readonly registry: JobRegistry,
    private readonly deleteIconFile: DeleteIconFile,
  ) {}

  onModuleInit(): void {
    this.registry.handle(DELETE_ICON_FILE, ({ key }) => this.deleteIconFile.execute(String(key)));
  }
}
