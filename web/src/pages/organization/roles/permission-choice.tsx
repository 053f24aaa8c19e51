import type { PermissionGrant } from '../../../../../src/shared/permission';
import { useTexts } from '../../../i18n/texts';
import { permissionsIn, useMe } from '../../../session/me';
import { CheckField } from '../../../ui/field';
import { PERMISSION_GROUPS, type PermissionName, groupTexts, permissionTexts } from '../permissions';
import styles from './roles.module.css';
import { texts } from './texts';

interface PermissionChoiceProps {
  readonly organization: number;
  readonly chosen: readonly PermissionGrant[];
  readonly onChange: (chosen: readonly PermissionGrant[]) => void;
}

/** What a role allows. A person can take away permissions that they do not hold themselves, but not give them. */
export function PermissionChoice({ organization, chosen, onChange }: PermissionChoiceProps) {
  const t = useTexts(texts);
  const groups = useTexts(groupTexts);
  const meanings = useTexts(permissionTexts);
  const me = useMe();
  const held = me === undefined ? new Set<string>() : permissionsIn(me, organization);
  const isOn = (name: PermissionName): boolean => chosen.includes('*') || chosen.includes(name);
  const toggle = (name: PermissionName): void => onChange(isOn(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
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
              disabled={!held.has(name) && !isOn(name)}
              title={held.has(name) ? undefined : t.notHeld}
              onChange={() => toggle(name)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
