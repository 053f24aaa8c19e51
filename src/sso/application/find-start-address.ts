import { Injectable } from '@nestjs/common';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { startUrlOf } from '../domain/service-addresses.js';

/** Where a login through a connection begins, and ends on the pages. */
@Injectable()
export class FindStartAddress {
  constructor(private readonly service: ServiceOrigin) {}

  execute(connectionId: number): string {
    const { publicUrl, pagesUrl } = this.service;
    return `${startUrlOf(publicUrl, connectionId)}?return_to=${encodeURIComponent(`${pagesUrl}/signed-in`)}`;
  }
}
