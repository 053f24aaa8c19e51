import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Change your password; your other sessions and all device trust end',
    description: 'The new password needs 15 characters or more and must not be common, repetitive or your own name.',
    status: 200,
    example: { message: CHANGED },
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async change(@CurrentCaller() caller: Caller, @Body() body: ChangePasswordBody): Promise<{ message: string }> {
    await this.changePassword.execute({
      caller,
      currentPassword: body.current_password,
      newPassword: body.new_password,
    });
    return { message: CHANGED };
  }
}
