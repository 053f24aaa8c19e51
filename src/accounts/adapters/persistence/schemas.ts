import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import { MailedToken } from '../../domain/mailed-token.js';
import { User } from '../../domain/user.js';

export const userSchema = new EntitySchema<User>({
  name: 'User',
  target: User,
  tableName: 'users',
  columns: {
    id: { type: 'integer', primary: true },
    username: { type: 'text' },
    usernameKey: { name: 'username_key', type: 'text' },
    usernameLook: { name: 'username_look', type: 'text', nullable: true },
    email: { type: 'text' },
    emailKey: { name: 'email_key', type: 'text' },
    displayName: { name: 'display_name', type: 'text', nullable: true },
    nameWords: { name: 'name_words', type: 'text', nullable: true },
    isNameOwn: { name: 'is_name_own', type: 'boolean', default: false },
    emailVerifiedAt: { name: 'email_verified_at', type: 'timestamptz', nullable: true },
    claimedAt: { name: 'claimed_at', type: 'timestamptz', nullable: true },
    status: { type: 'text' },
    isSystemAdmin: { name: 'is_system_admin', type: 'boolean' },
    provisionedBy: { name: 'provisioned_by', type: 'integer', nullable: true },
    passwordHash: { name: 'password_hash', type: 'text', nullable: true },
    passwordReach: { name: 'password_reach', type: 'text', array: true, nullable: true },
    passwordChangedAt: { name: 'password_changed_at', type: 'timestamptz', nullable: true },
    passwordOfferedAt: { name: 'password_offered_at', type: 'timestamptz', nullable: true },
    trustEpoch: { name: 'trust_epoch', type: 'integer' },
    timesLetGo: { name: 'times_let_go', type: 'integer', default: 0 },
    trustEndedAt: { name: 'trust_ended_at', type: 'timestamptz', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    updatedAt: { name: 'updated_at', type: 'timestamptz' },
  } satisfies Omit<ColumnsOf<User>, 'isActive' | 'isUnclaimed' | 'credentialsEpoch'>,
});

export const mailedTokenSchema = new EntitySchema<MailedToken>({
  name: 'MailedToken',
  target: MailedToken,
  tableName: 'mailed_tokens',
  columns: {
    userId: { name: 'user_id', type: 'integer', primary: true },
    purpose: { type: 'text', primary: true },
    requestId: { name: 'request_id', type: 'uuid' },
    // Null once the token is spent; no lookup finds it then.
    tokenHash: { name: 'token_hash', type: 'bytea', nullable: true },
    emailKey: { name: 'email_key', type: 'text' },
    newEmail: { name: 'new_email', type: 'text', nullable: true },
    trustEpoch: { name: 'trust_epoch', type: 'integer', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  } satisfies ColumnsOf<MailedToken>,
});
