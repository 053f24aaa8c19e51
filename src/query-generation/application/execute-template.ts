import { Injectable } from '@nestjs/common';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { ComposeContext, type SchemaContext } from '../../schema-context/application/compose-context.js';
import { RenderTemplate } from '../../prompt-templates/application/render-template.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { tokensOf } from '../../shared/tokens.js';
import type { ExecutionAnswer } from '../domain/execution-answer.js';
import { secretsAmong } from '../domain/masked.js';
import { KeyInUse } from '../domain/query.errors.js';
import { AcceptExecution } from './accept-execution.js';
import { ChooseSource } from './choose-source.js';
import { ReadSight } from '../../statements/application/read-sight.js';
import { type ExecutionRequest, PerformExecution } from './perform-execution.js';
import { ReplayAnswer } from './replay-answer.js';
import { SpendTokens } from './spend-tokens.js';

/** A small schema fits as a whole; of a large one, the words of the question choose the tables. */
const MOST_TOKENS = 8_000;
const LONGEST_QUESTION = 4_000;
/** Rules, examples and the answer itself, beside schema and question. */
const FURTHER_TOKENS = 2_000;
const MOST_STATEMENTS = 3;

/** Answers a template's question from a data source: renders it, has a model write a statement, judges and runs that. */
@Injectable()
export class ExecuteTemplate {
  constructor(
    private readonly renderTemplate: RenderTemplate,
    private readonly chooseSource: ChooseSource,
    private readonly requireRowAccess: RequireRowAccess,
    private readonly composeContext: ComposeContext,
    private readonly replay: ReplayAnswer,
    private readonly accept: AcceptExecution,
    private readonly perform: PerformExecution,
    private readonly spendTokens: SpendTokens,
    private readonly readSight: ReadSight,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @throws Forbidden, NotFound, ValidationFailed, NoSourceToAsk, SchemaNotDiscovered, DailyQuotaExceeded, KeyInUse: nothing was begun;
   *   ModelNotConfigured, ModelFailed, QueryFailed, QueryTimeout, QueryCancelled and what reaching the source throws: it counts
   */
  async execute(input: ExecutionRequest): Promise<ExecutionAnswer> {
    const { caller, templateId, parameters, dataSourceId, run, maxRows, idempotencyKey: key } = input;
    const keyed = key === null ? null : { key, request: { templateId, parameters, dataSourceId, run, maxRows } };
    const repeated = keyed && (await this.replay.execute(caller, keyed.key, keyed.request, run));
    if (repeated !== null) return repeated;
    const rendered = await this.renderTemplate.execute({ caller, templateId, version: null, parameters });
    const event = {
      action: 'prompt_template.executed',
      actorUserId: caller.userId,
      organizationId: rendered.template.organizationId,
      target: { type: 'prompt_template', id: templateId },
    };
    const ready = await recordRefusal(this.auditTrail, event, async () => {
      const source = await this.chooseSource.execute(caller, rendered, dataSourceId);
      if (run) await this.requireRowAccess.execute(caller, { ...source, dataSourceId: source.id });
      // Before anything is read: a policy that is published later makes the answer outdated.
      const sight = await this.readSight.execute(caller, { ...source, dataSourceId: source.id });
      const context = await this.contextOf(caller, source.id, rendered.text);
      const secrets = secretsAmong(parameters, rendered.maskedParameters);
      const tokens = tokensOf(context.text) + tokensOf(rendered.text) + FURTHER_TOKENS;
      return { source, sight, context, secrets, reserved: MOST_STATEMENTS * tokens };
    });
    const { source, sight, reserved } = ready;
    const spender = { userId: caller.userId, organizationId: source.organizationId, reserved };
    return this.spendTokens.during(spender, async (meter) => {
      const accepting = () => this.accept.execute({ caller, rendered, source, sight, keyed });
      const id = await recordRefusal(this.auditTrail, event, accepting);
      if (id !== null) return this.perform.execute({ ...input, ...ready, id, rendered, meter });
      const other = keyed && (await this.replay.execute(caller, keyed.key, keyed.request, run));
      if (other === null) throw new KeyInUse('running');
      return other;
    });
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
