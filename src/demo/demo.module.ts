import { type DynamicModule, Module, type OnModuleDestroy } from '@nestjs/common';
import { DemoController } from './http/demo.controller.js';
import { DnsController } from './http/dns.controller.js';
import { LocalRequestGuard } from './http/local-request.guard.js';
import { MailsController } from './http/mails.controller.js';
import { Mailbox } from './mailbox.js';
import { StandIns } from './stand-ins/stand-ins.js';

/** There while the stand-ins are: without them its routes do not exist. */
@Module({ controllers: [DemoController, DnsController, MailsController], providers: [Mailbox, LocalRequestGuard] })
export class DemoModule implements OnModuleDestroy {
  constructor(private readonly standIns: StandIns) {}

  static on(standIns: StandIns): DynamicModule {
    return { module: DemoModule, providers: [{ provide: StandIns, useValue: standIns }] };
  }

  onModuleDestroy(): Promise<void> {
    return this.standIns.close();
  }
}
