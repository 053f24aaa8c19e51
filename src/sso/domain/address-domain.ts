/** @param emailKey as addresses are compared */
export function domainOf(emailKey: string): string {
  return emailKey.slice(emailKey.lastIndexOf('@') + 1);
}
