import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { CountUse } from '../../prompt-templates/application/count-use.js';
import type { RenderedTemplate } from '../../prompt-templates/application/render-template.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { storable } from '../../shared/storable.js';
import { Executions } from './ports/executions.js';
import { KeyedAnswers } from './ports/keyed-answers.js';

/** The key belongs to another execution, so nothing was begun. */
class KeyTaken extends Error {}

/** Records the start of an execution of a template, which counts as a use of the template. */
@Injectable()
export class AcceptExecution {
  constructor(
    private readonly executions: Executions,
    private readonly answers: KeyedAnswers,
    private readonly countUse: CountUse,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the id of the execution; `null` if another one has the key */
  async execute(input: {
    caller: Caller;
    rendered: RenderedTemplate;
    source: DataSource;
    sight: string | null;
    keyed: { readonly key: string; readonly request: unknown } | null;
  }): Promise<number | null> {
    const { caller, rendered, source, sight, keyed } = input;
    const { template, version } = rendered;
    const { userId } = caller;
    const begin = async (): Promise<number> => {
      const id = await this.executions.begin({
        organizationId: source.organizationId,
        userId,
        dataSourceId: source.id,
        templateId: template.id,
        templateVersion: version,
        savedQuestionId: null,
        parameters: storable(rendered.maskedParameters),
        question: storable(rendered.maskedText),
        sight,
        sql: null,
        startedAt: this.clock.now(),
      });
      if (keyed !== null && !(await this.answers.claim(id, userId, keyed.key, keyed.request))) throw new KeyTaken();
      await this.countUse.execute(template.id);
      await this.auditTrail.record({
        action: 'prompt_template.executed',
        outcome: 'success',
        actorUserId: userId,
        organizationId: source.organizationId,
        target: { type: 'prompt_template', id: template.id },
        detail: { execution_id: id, data_source_id: source.id, version },
      });
      return id;
    };
    try {
      return await this.unitOfWork.run(begin);
    } catch (error) {
      if (error instanceof KeyTaken) return null;
      throw error;
    }
  }
}
