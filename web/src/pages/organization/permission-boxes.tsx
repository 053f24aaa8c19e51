import { useTexts } from '../../i18n/texts';
import { CheckField } from '../../ui/field';
import { PERMISSION_GROUPS, type PermissionName, groupTexts, permissionTexts } from './permissions';
import styles from './roles/roles.module.css';

interface PermissionBoxesProps {
  readonly isOn: (name: PermissionName) => boolean;
  readonly onToggle: (name: PermissionName) => void;
  /** Why a person cannot change it. */
  readonly reasonAgainst?: (name: PermissionName) => string | undefined;
}

/** All permissions by what they are about, in words. */
export function PermissionBoxes({ isOn, onToggle, reasonAgainst = () => undefined }: PermissionBoxesProps) {
  const groups = useTexts(groupTexts);
  const meanings = useTexts(permissionTexts);
  return (
    <div className={styles['groups']}>
      {PERMISSION_GROUPS.map(([group, names]) => (
        <fieldset key={group} className={styles['group']}>
          <legend>{groups[group]}</legend>
          {names.map((name) => (
            <CheckField
              key={name}
              label={meanings[name]}
              checked={isOn(name)}
              disabled={!isOn(name) && reasonAgainst(name) !== undefined}
              title={reasonAgainst(name)}
              onChange={() => onToggle(name)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
