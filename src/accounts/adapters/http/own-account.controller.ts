import { Body, Controller, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Operation } from '../../../platform/http/operation.js';
import { displayName, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangeDisplayName } from '../../application/change-display-name.js';
import { OwnAccountBody } from './users.dto.js';

const CHANGED = 'Name changed.';

@ApiTags('The caller')
@Controller('api/v1/me')
export class OwnAccountController {
  constructor(private readonly changeDisplayName: ChangeDisplayName) {}

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
}
