import { catalogue, useTexts } from '../../i18n/texts';
import { de } from './actions-de';
import { en } from './actions-en';

const names = catalogue(en, de);

/** Says an action of the audit trail in words. An action that this page does not know is shown by its code. */
export function useActionName(): (action: string) => string {
  const known: Readonly<Record<string, string>> = useTexts(names);
  return (action) => known[action] ?? action;
}
