import { Injectable } from '@nestjs/common';
import { ComposeContext, type SchemaContext } from '../../data-sources/application/compose-context.js';
import { RenderTemplate } from '../../prompt-templates/application/render-template.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { ExecutionAnswer } from '../domain/execution-answer.js';
import { secretsAmong } from '../domain/masked.js';
import { KeyInUse } from '../domain/query.errors.js';
import { AcceptExecution } from './accept-execution.js';
import { ChooseSource } from './choose-source.js';
import { type ExecutionRequest, PerformExecution } from './perform-execution.js';
import { ReplayAnswer } from './replay-answer.js';

/** A small schema fits in whole; the words of the question decide about a large one. */
const MOST_TOKENS = 8_000;
const LONGEST_QUESTION = 4_000;

/** Has a template's question answered by a data source: rendered, turned into a statement by a model, judged, and run. */
@Injectable()
export class ExecuteTemplate {
  constructor(
    private readonly renderTemplate: RenderTemplate,
    private readonly chooseSource: ChooseSource,
    private readonly composeContext: ComposeContext,
    private readonly replay: ReplayAnswer,
    private readonly accept: AcceptExecution,
    private readonly perform: PerformExecution,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @throws Forbidden, NotFound, ValidationFailed, NoSourceToAsk, SchemaNotDiscovered, KeyInUse: nothing was begun;
   *   ModelNotConfigured, ModelFailed, QueryFailed, QueryTimeout, QueryCancelled and what reaching the source throws: it counts
   */
  async execute(input: ExecutionRequest): Promise<ExecutionAnswer> {
    const { caller, templateId, parameters, dataSourceId, run, maxRows, idempotencyKey: key } = input;
    const keyed = key === null ? null : { key, request: { templateId, parameters, dataSourceId, run, maxRows } };
    const repeated = keyed && (await this.replay.execute(caller, keyed.key, keyed.request));
    if (repeated !== null) return repeated;
    const rendered = await this.renderTemplate.execute({ caller, templateId, version: null, parameters });
    const event = {
      action: 'prompt_template.executed',
      actorUserId: caller.userId,
      organizationId: rendered.template.organizationId,
      target: { type: 'prompt_template', id: templateId },
    };
    const begun = await recordRefusal(this.auditTrail, event, async () => {
      const source = await this.chooseSource.execute(caller, rendered, dataSourceId);
      const context = await this.contextOf(caller, source.id, rendered.text);
      const secrets = secretsAmong(parameters, rendered.maskedParameters);
      return { source, context, secrets, id: await this.accept.execute({ caller, rendered, source, keyed }) };
    });
    if (begun.id !== null) return this.perform.execute({ ...input, ...begun, id: begun.id, rendered });
    const other = keyed && (await this.replay.execute(caller, keyed.key, keyed.request));
    if (other === null) throw new KeyInUse('running');
    return other;
  }

  private contextOf(caller: Caller, dataSourceId: number, text: string): Promise<SchemaContext> {
    return this.composeContext.execute({
      caller,
      dataSourceId,
      schemaName: null,
      question: text.slice(0, LONGEST_QUESTION),
      maxTokens: MOST_TOKENS,
      format: 'ddl',
    });
  }
}
