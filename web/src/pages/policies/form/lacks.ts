import { useTexts } from '../../../i18n/texts';
import type { FilledForm } from '../policy-api';
import { lackOf } from './conditions';
import { formTexts } from './form-texts';

/** What is missing in a form, as people call it. */
export function useLacks(form: FilledForm | null): string[] {
  const t = useTexts(formTexts);
  if (form === null) return [];
  const conditions = [...form.when.conditions, ...form.unless.conditions].filter((one) => lackOf(one, form.on) !== null);
  return [...(isWithoutAction(form) ? [t.actions] : []), ...conditions.map(({ kind }) => t[`kind ${kind}`])];
}

/** No action would be written as every action. */
export function isWithoutAction({ isChoosing, actions }: FilledForm): boolean {
  return isChoosing === true && actions.length === 0;
}
