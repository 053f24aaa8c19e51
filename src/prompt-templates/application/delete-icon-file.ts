import { Injectable } from '@nestjs/common';
import { IconStore } from './ports/template-icons.js';

@Injectable()
export class DeleteIconFile {
  constructor(private readonly store: IconStore) {}

  /** Deletes the file of an icon that no template has any more. Repeating it does no harm. */
  async execute(key: string): Promise<void> {
    await this.store.remove(key);
  }
}
