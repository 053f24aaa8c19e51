import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { messageSaying } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ChangePassword } from '../../application/change-password.js';
import { ChangePasswordBody } from './password.dto.js';

const CHANGED = 'Password changed. Your other sessions were signed out.';

@ApiTags('Authentication')
@Controller('api/auth/password')
export class PasswordController {
  constructor(private readonly changePassword: ChangePassword) {}

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'changePassword',
    summary: 'Change your password; your other sessions and all device trust end',
    description: 'The new password needs 15 characters or more and must not be common, repetitive or your own name.',
    status: 200,
    answer: messageSaying(CHANGED),
    errors: ['RATE_LIMITED'],
  })
  async change(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody) {
    await this.changePassword.execute({
      caller,
      currentPassword: body.current_password,
      newPassword: body.new_password,
    });
    return { message: CHANGED };
  }
}
