import { Body, Controller, Get, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, displayName, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeDisplayName } from '../../application/change-display-name.js';
import { ChangePreferences } from '../../application/change-preferences.js';
import { ReadPreferences, type ReadingPreference } from '../../application/read-preferences.js';
import { LANGUAGES, OwnAccountBody, PreferencesBody } from './users.dto.js';

const CHANGED = 'Name changed.';
const FOUND = 'Preferences found.';
const CHOSEN = 'Preferences changed.';

const Preferences = component(
  'Preferences',
  z.object({
    language: z.enum(LANGUAGES).nullable().describe('`null`: that of whoever causes the mail, as far as it is known; else English.'),
    time_zone: z.string().max(64).nullable().describe('A name of the IANA database; `null`: UTC.'),
  }),
  { language: 'de', time_zone: 'Europe/Berlin' },
);

@ApiTags('The caller')
@Controller('api/v1/me')
export class OwnAccountController {
  constructor(
    private readonly changeDisplayName: ChangeDisplayName,
    private readonly readPreferences: ReadPreferences,
    private readonly changePreferences: ChangePreferences,
  ) {}

  @Patch()
  @Operation({
    id: 'updateCaller',
    summary: 'Change your name',
    description:
      'Your username and address stay as they are. Until you choose a name, your organization’s directory or sign-on may give you one.',
    status: 200,
    answer: namedSuccess({ display_name: displayName }, CHANGED),
    errors: [],
  })
  async update(@CurrentCaller() caller: Caller, @Body() body: OwnAccountBody) {
    return named({ display_name: await this.changeDisplayName.execute(caller, body.display_name) }, CHANGED);
  }

  @Get('preferences')
  @Operation({
    id: 'getPreferences',
    summary: 'The language and time zone of your mails',
    description: 'Answers follow `Accept-Language` instead.',
    status: 200,
    answer: namedSuccess({ preferences: Preferences }, FOUND),
    errors: [],
  })
  async preferences(@CurrentCaller() caller: Caller) {
    return named({ preferences: shown(await this.readPreferences.execute(caller)) }, FOUND);
  }

  @Put('preferences')
  @Operation({
    id: 'replacePreferences',
    summary: 'Choose the language and time zone of your mails',
    description:
      'Mails already on their way stay as they are. If something else was chosen before, a mail in the former language and time zone says so.',
    status: 200,
    answer: namedSuccess({ preferences: Preferences }, CHOSEN),
    errors: ['RATE_LIMITED'],
  })
  async replacePreferences(@CurrentCaller() caller: Caller, @Body() { language, time_zone: timeZone }: PreferencesBody) {
    return named({ preferences: shown(await this.changePreferences.execute(caller, { language, timeZone })) }, CHOSEN);
  }
}

function shown({ language, timeZone }: ReadingPreference) {
  return { language, time_zone: timeZone };
}
