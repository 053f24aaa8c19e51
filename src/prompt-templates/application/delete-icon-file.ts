import { Injectable } from '@nestjs/common';
import { IconStore } from './ports/template-icons.js';

@Injectable()
export class DeleteIconFile {
  constructor(private readonly store: IconStore) {}

  /** Of an icon that no template has any more; again does no harm. */
  async execute(key: string): Promise<void> {
    await this.store.remove(key);
  }
}
