import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ChangeUserStatus } from '../../application/change-user-status.js';
import { CreateUser } from '../../application/create-user.js';
import { ListUsers } from '../../application/list-users.js';
import { StartPasswordReset } from '../../application/start-password-reset.js';
import { type UserResponse, USER_EXAMPLE, toUserResponse } from './user-response.js';
import { CreateUserBody } from './users.dto.js';

const LONGEST_SEARCH = 254;
const STARTED = 'A mail with a link to choose a new password is on its way to the owner.';

type Listed = Success<{ users: UserResponse[]; pagination: Pagination; message: string }>;
type Named = Success<{ user: UserResponse; message: string }>;

@ApiTags('System administration')
@Controller('api/v1/users')
export class UsersController {
  constructor(
    private readonly listUsers: ListUsers,
    private readonly createUser: CreateUser,
    private readonly changeUserStatus: ChangeUserStatus,
    private readonly startPasswordReset: StartPasswordReset,
  ) {}

  @Get()
  @Paged()
  @RequiresStepUp('always')
  @ApiQuery({ name: 'search', required: false, description: 'Beginning of a username or e-mail address.' })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List all accounts of the installation (system administrators)',
    status: 200,
    example: named({ users: [USER_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, 'Accounts listed.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() request: PageRequest,
    @Query('search') search: unknown,
  ): Promise<Listed> {
    if (search !== undefined && (typeof search !== 'string' || search.length > LONGEST_SEARCH))
      throw new ValidationFailed([
        { field: 'search', message: `Must be one text of ${LONGEST_SEARCH} characters at most.` },
      ]);
    const { items, total } = await this.listUsers.execute({ caller, search: search ?? null, request });
    return named({ users: items.map(toUserResponse), pagination: paginationOf(request, total) }, 'Accounts listed.');
  }

  @Post()
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Create an account; its owner is mailed a link to choose a password (system administrators)',
    description: 'The link is good for a day. No administrator sets or sees a password.',
    status: 201,
    example: named({ user: USER_EXAMPLE }, 'Account created. A link to choose a password was mailed to its owner.'),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateUserBody): Promise<Named> {
    const user = await this.createUser.execute({ caller, username: body.username, email: body.email });
    return named(
      { user: toUserResponse(user) },
      'Account created. A link to choose a password was mailed to its owner.',
    );
  }

  @Post(':user_id/disable')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Disable an account; its sessions and all device trust end (system administrators)',
    description: 'Counts with the next request. No account can disable itself, and one system administrator stays.',
    status: 200,
    example: named({ user: { ...USER_EXAMPLE, status: 'disabled' } }, 'Account disabled.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async disable(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number): Promise<Named> {
    const user = await this.changeUserStatus.execute({ caller, userId, status: 'disabled' });
    return named({ user: toUserResponse(user) }, 'Account disabled.');
  }

  @Post(':user_id/enable')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Enable an account again; what ended with it stays ended (system administrators)',
    status: 200,
    example: named({ user: USER_EXAMPLE }, 'Account enabled.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async enable(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number): Promise<Named> {
    const user = await this.changeUserStatus.execute({ caller, userId, status: 'active' });
    return named({ user: toUserResponse(user) }, 'Account enabled.');
  }

  @Post(':user_id/password-reset')
  @RequiresStepUp('always')
  @Answers({
    summary: 'Have a link mailed to the owner by which they choose a new password (system administrators)',
    description: 'The old password works until then. The link voids older ones; the administrator never sees it.',
    status: 202,
    example: bare({ success: true }, STARTED),
    operationId: 'UserCredentialsController_resetPassword',
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'RATE_LIMITED',
    ],
  })
  async resetPassword(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.startPasswordReset.execute({ caller, userId });
    return bare({ success: true }, STARTED);
  }
}
