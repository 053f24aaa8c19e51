import type { User } from '../../domain/user.js';

export interface UserResponse {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly status: string;
  readonly is_system_admin: boolean;
  readonly created_at: string;
}

export const USER_EXAMPLE: UserResponse = {
  id: 8,
  username: 'paula',
  email: 'paula@delta.example',
  status: 'active',
  is_system_admin: false,
  created_at: '2026-11-20T09:15:00.000Z',
};

export function toUserResponse({ id, username, email, status, isSystemAdmin, createdAt }: User): UserResponse {
  return { id, username, email, status, is_system_admin: isSystemAdmin, created_at: createdAt.toISOString() };
}
