import { Injectable } from '@nestjs/common';
import { CurrentSchema } from '../../catalog/application/current-schema.js';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { outdatedMail } from '../domain/outdated-mail.js';
import { FindOutdatedRules } from './find-outdated-rules.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { inEnglish } from '../../shared/sentence.js';

/** After a discovery, tells the owners about active data policies that name something that no longer exists, once for each thing. */
@Injectable()
export class TellOfOutdatedPolicies {
  constructor(
    private readonly kept: DataPoliciesKept,
    private readonly findOutdatedRules: FindOutdatedRules,
    private readonly currentSchema: CurrentSchema,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  async execute(dataSourceId: number): Promise<void> {
    const policies = await this.kept.activeOf(dataSourceId);
    if (policies.length === 0) return;
    const found = await this.findOutdatedRules.execute(policies);
    const judged = policies.map((policy, index) => {
      const messages = (found[index] ?? []).map(({ message }) => inEnglish(message));
      return { ...policy, messages, digest: messages.length === 0 ? null : jsonDigest(messages) };
    });
    const source = (await this.currentSchema.execute(dataSourceId))?.source;
    if (source === undefined) return;
    const { organizationId, name } = source;
    await this.unitOfWork.run(async () => {
      // A job may run twice, and two at once: who changes the note tells.
      const changed = await this.kept.noteOutdated(judged);
      const outdated = judged.filter(({ id, digest }) => digest !== null && changed.includes(id));
      if (outdated.length === 0) return;
      const { subject, body } = outdatedMail(name, outdated);
      const owners = await this.listHolders.execute(organizationId, '*');
      const cause = { about: `data_source:${dataSourceId}`, organizationId };
      await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
      await this.auditTrail.recordAll(
        outdated.map((policy) => ({
          action: 'abac.data_policy.outdated',
          outcome: 'success',
          actorUserId: null,
          organizationId,
          target: { type: 'data_policy', id: policy.id },
          detail: { name: policy.name, data_source_id: dataSourceId, owners: owners.length },
        })),
      );
    });
  }
}
