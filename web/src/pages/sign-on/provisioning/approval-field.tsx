import { useTexts } from '../../../i18n/texts';
import { useMe } from '../../../session/me';
import { SelectField } from '../../../ui/field';
import type { Approval } from './read-tokens';
import { texts } from './texts';

/** Only owners approve; the service asks for the role itself, so the name of the built-in one decides. */
export function useIsOwner(organization: number): boolean {
  return useMe()?.organizations.find(({ id }) => id === organization)?.role === 'owner';
}

interface ApprovalProps {
  readonly value: Approval | null;
  readonly onChange: (value: Approval | null) => void;
  readonly isOptional: boolean;
}

export function ApprovalField({ value, onChange, isOptional }: ApprovalProps) {
  const t = useTexts(texts);
  return (
    <SelectField
      label={t.approval}
      hint={t.approvalHint}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : (target.value as Approval))}
    >
      {isOptional && <option value="">{t.approvalNone}</option>}
      <option value="administrator">{t.approvalOf('administrator')}</option>
      <option value="owner">{t.approvalOf('owner')}</option>
    </SelectField>
  );
}
