export interface UserSummaryResponse {
  /** Text, as the specification has it, although all other ids are numbers. */
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly role: string;
}

export function toUserSummary(user: {
  id: number;
  username: string;
  email: string;
  role: string;
}): UserSummaryResponse {
  return { id: String(user.id), username: user.username, email: user.email, role: user.role };
}
