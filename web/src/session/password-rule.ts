import { useRead } from './read';

/** How long a password has to be; until the service has answered, the strictest rule. */
export function usePasswordLengths(): { readonly least: number; readonly most: number } {
  const rules = useRead('/api/auth/sign-in-options', {}).data?.password_rules;
  return { least: rules?.min_length ?? 15, most: rules?.max_length ?? 256 };
}
