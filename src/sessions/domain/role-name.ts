/** How clients are told what someone is: a system administrator, the most powerful role held anywhere, or just a user. */
export function roleNameOf(user: { isSystemAdmin: boolean }, highestRole: string | undefined): string {
  return user.isSystemAdmin ? 'system_admin' : (highestRole ?? 'user');
}
