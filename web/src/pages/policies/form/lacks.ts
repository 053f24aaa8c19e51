import type { PolicyForm } from '../../../../../src/abac/domain/policy-form';
import { useTexts } from '../../../i18n/texts';
import { lackOf } from './conditions';
import { formTexts } from './form-texts';

/** The conditions of a form in which something is missing, as people call them. */
export function useLacks(form: PolicyForm | null): string[] {
  const t = useTexts(formTexts);
  const conditions = form === null ? [] : [...form.when.conditions, ...form.unless.conditions];
  return conditions.filter((one) => lackOf(one) !== null).map(({ kind }) => t[`kind ${kind}`]);
}
