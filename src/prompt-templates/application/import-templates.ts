import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { covers } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { ImportPlan } from '../domain/import-plan.js';
import type { PortableTemplate } from '../domain/template-document.js';
import { PlanImport } from './plan-import.js';
import { TakeImportStep } from './take-import-step.js';

@Injectable()
export class ImportTemplates {
  constructor(
    private readonly access: AccessControl,
    private readonly planImport: PlanImport,
    private readonly takeImportStep: TakeImportStep,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Imports all of the document or nothing, by name, so that a second import of the same document changes nothing. A published template is
   * published here too if the caller may publish, and becomes a draft otherwise.
   * @throws Forbidden; ValidationFailed with the problems of the plan, unless it is a dry run; NameTaken
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    templates: readonly PortableTemplate[];
    isDryRun: boolean;
  }): Promise<ImportPlan> {
    const { caller, organizationId, templates, isDryRun } = input;
    const { permissions } = await this.access.require(caller, 'template.write', { organizationId });
    const importer = { caller, mayPublish: covers(permissions, ['template.publish']) };
    const plan = () => this.planImport.execute(organizationId, templates, importer);
    if (isDryRun) return this.unitOfWork.run(plan);
    const target = { type: 'organization', id: organizationId };
    const event = { action: 'prompt_template.imported', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const made = await plan();
        if (made.problems.length > 0) throw new ValidationFailed(made.problems);
        for (const step of made.steps) await this.takeImportStep.execute(organizationId, step, caller.userId);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { templates: templates.length } });
        return made;
      }),
    );
  }
}
