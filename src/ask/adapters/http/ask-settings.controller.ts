import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeAskSettings } from '../../application/change-ask-settings.js';
import { ReadAskSettings } from '../../application/read-ask-settings.js';
import type { AskTermsOfOrganization as Decided } from '../../domain/ask-settings.js';
import { AskSettingsBody } from './ask-settings.dto.js';

const AskSettings = component(
  'AskSettings',
  z.object({
    shows_rows: z.boolean().meta({ description: 'Whether the language model may see rows of results.' }),
    conversation_days: z.int().min(1).nullable().meta({ description: '`null`: as long as the installation keeps conversations.' }),
    tokens_per_day: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Tokens of the language model; `null`: as many as the installation grants.' }),
    most_tokens_per_day: z.int().min(1).meta({ description: 'What the installation grants.' }),
    changed_at: moment.nullable(),
  }),
  {
    shows_rows: false,
    conversation_days: 30,
    tokens_per_day: 1_000_000,
    most_tokens_per_day: 5_000_000,
    changed_at: '2026-11-21T09:30:00.000Z',
  },
);

@ApiTags('Questions')
@Controller('api/v1/organizations/:org_id/ask-settings')
export class AskSettingsController {
  constructor(
    private readonly readAskSettings: ReadAskSettings,
    private readonly changeAskSettings: ChangeAskSettings,
  ) {}

  @Get()
  @Operation({
    id: 'readAskSettings',
    summary: 'Read the settings of an organization for questions in words',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ ask_settings: AskSettings }, 'Settings found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res({ passthrough: true }) response: Response) {
    const settings = await this.readAskSettings.execute(caller, organizationId);
    sendEntityTag(response, settings.version);
    return named({ ask_settings: toAskSettings(settings) }, 'Settings found.');
  }

  @Put()
  @Versioned('required')
  @Operation({
    id: 'changeAskSettings',
    summary: 'Decide whether the language model sees rows, how many tokens it may use, and how long conversations are kept',
    permissions: ['query.manage'],
    status: 200,
    answer: namedSuccess({ ask_settings: AskSettings }, 'Settings changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: AskSettingsBody,
    @RequiredVersion() version: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { shows_rows: showsRows, conversation_days: conversationDays, tokens_per_day: tokensPerDay } = body;
    const decision = { showsRows, conversationDays, ...(tokensPerDay !== undefined && { tokensPerDay }) };
    const change = { caller, organizationId, version, decision };
    const settings = await this.changeAskSettings.execute(change);
    sendEntityTag(response, settings.version);
    return named({ ask_settings: toAskSettings(settings) }, 'Settings changed.');
  }
}

function toAskSettings(decided: Decided): z.infer<typeof AskSettings> {
  const { showsRows, conversationDays, tokensPerDay, tokensGranted, changedAt } = decided;
  return {
    shows_rows: showsRows,
    conversation_days: conversationDays,
    tokens_per_day: tokensPerDay,
    most_tokens_per_day: tokensGranted,
    changed_at: changedAt?.toISOString() ?? null,
  };
}
