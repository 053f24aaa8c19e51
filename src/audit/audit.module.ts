import { Global, Module } from '@nestjs/common';
import { AuditTrail } from '../shared/ports/audit-trail.js';
import { SqlAuditTrail } from './adapters/persistence/sql-audit-trail.js';

@Global()
@Module({
  providers: [{ provide: AuditTrail, useClass: SqlAuditTrail }],
  exports: [AuditTrail],
})
export class AuditModule {}
