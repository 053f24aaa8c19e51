import { Body, Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { PEOPLE_SOUGHT, SearchParam, Searched } from '../../../platform/http/search-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeUserStatus } from '../../application/change-user-status.js';
import { CreateUser } from '../../application/create-user.js';
import { ListUsers } from '../../application/list-users.js';
import { ReadUser } from '../../application/read-user.js';
import { StartPasswordReset } from '../../application/start-password-reset.js';
import { TellOfMails } from '../../application/tell-of-mails.js';
import type { User } from '../../domain/user.js';
import { UserAccount, toUserAccount } from './user-response.js';
import { CreateUserBody } from './users.dto.js';

const STARTED = 'A mail with a link to choose a new password is on its way to the owner.';
const CREATED = 'Account created. A link to choose a password was mailed to its owner.';

@ApiTags('System administration')
@Controller('api/v1/users')
export class UsersController {
  constructor(
    private readonly listUsers: ListUsers,
    private readonly readUser: ReadUser,
    private readonly createUser: CreateUser,
    private readonly changeUserStatus: ChangeUserStatus,
    private readonly startPasswordReset: StartPasswordReset,
    private readonly tellOfMails: TellOfMails,
  ) {}

  @Get()
  @Paged()
  @RequiresStepUp('always')
  @Searched(PEOPLE_SOUGHT)
  @Operation({
    id: 'listUsers',
    summary: 'List all accounts of the installation (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    answer: namedSuccess({ users: listOf(UserAccount), pagination: Pagination }, 'Accounts listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() request: PageRequest, @SearchParam() search: string | null) {
    const { items, total } = await this.listUsers.execute({ caller, search, request });
    const mailOf = await this.tellOfMails.ofAll(items);
    const users = items.map((user) => toUserAccount(user, mailOf(user)));
    return named({ users, pagination: paginationOf(request, total) }, 'Accounts listed.');
  }

  @Post()
  @RequiresStepUp('always')
  @Operation({
    id: 'createUser',
    summary: 'Create an account; its owner is mailed a link to choose a password (system administrators)',
    description: 'The link is good for a day. No administrator sets or sees a password.',
    status: 201,
    answer: namedSuccess({ user: UserAccount }, CREATED),
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateUserBody) {
    const user = await this.createUser.execute({ caller, username: body.username, email: body.email });
    return named({ user: await this.one(user) }, CREATED);
  }

  @Get(':user_id')
  @RequiresStepUp('always')
  @Operation({
    id: 'readUser',
    summary: 'Read one account (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    answer: namedSuccess({ user: UserAccount }, 'Account found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    return named({ user: await this.one(await this.readUser.execute(caller, userId)) }, 'Account found.');
  }

  @Post(':user_id/disable')
  @RequiresStepUp('always')
  @Operation({
    id: 'disableUser',
    summary: 'Disable an account; its sessions and all device trust end (system administrators)',
    description: 'Takes effect with the next request. No account can disable itself, and one system administrator always ' + 'stays.',
    status: 200,
    answer: namedSuccess({ user: UserAccount }, 'Account disabled.', { user: { status: 'disabled' } }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async disable(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    const user = await this.changeUserStatus.execute({ caller, userId, status: 'disabled' });
    return named({ user: await this.one(user) }, 'Account disabled.');
  }

  @Post(':user_id/enable')
  @RequiresStepUp('always')
  @Operation({
    id: 'enableUser',
    summary: 'Enable an account again; its ended sessions and device trust do not come back (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    answer: namedSuccess({ user: UserAccount }, 'Account enabled.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async enable(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    const user = await this.changeUserStatus.execute({ caller, userId, status: 'active' });
    return named({ user: await this.one(user) }, 'Account enabled.');
  }

  @Post(':user_id/password-reset')
  @RequiresStepUp('always')
  @Operation({
    id: 'requestUserPasswordReset',
    summary: 'Mail the owner of an account a link to choose a new password (system administrators)',
    description:
      'The old password works until the owner has chosen a new one. The link voids older ones; the administrator ' + 'never sees it.',
    status: 202,
    answer: bareSuccess(Done, STARTED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  })
  async resetPassword(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    await this.startPasswordReset.execute({ caller, userId });
    return bare({ success: true }, STARTED);
  }

  private async one(user: User) {
    return toUserAccount(user, await this.tellOfMails.execute(user));
  }
}
