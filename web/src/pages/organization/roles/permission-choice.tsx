import type { PermissionGrant } from '../../../../../src/shared/permission';
import { useTexts } from '../../../i18n/texts';
import { permissionsIn, useMe } from '../../../session/me';
import { PermissionBoxes } from '../permission-boxes';
import type { PermissionName } from '../permissions';
import { texts } from './texts';

interface PermissionChoiceProps {
  readonly organization: number;
  readonly chosen: readonly PermissionGrant[];
  readonly onChange: (chosen: readonly PermissionGrant[]) => void;
}

/** What a role allows. A person can take away permissions that they do not hold themselves, but not give them. */
export function PermissionChoice({ organization, chosen, onChange }: PermissionChoiceProps) {
  const t = useTexts(texts);
  const me = useMe();
  const held = me === undefined ? new Set<string>() : permissionsIn(me, organization);
  const isOn = (name: PermissionName): boolean => chosen.includes('*') || chosen.includes(name);
  return (
    <PermissionBoxes
      isOn={isOn}
      onToggle={(name) => onChange(isOn(name) ? chosen.filter((one) => one !== name) : [...chosen, name])}
      reasonAgainst={(name) => (held.has(name) ? undefined : t.notHeld)}
    />
  );
}
