import { Link } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/notice';
import { Table } from '../../ui/table';
import migration from './migration.module.css';
import { useNames, useNextAction } from './names';
import { texts } from './people-texts';
import styles from './people.module.css';
import { useOrganizationId } from '../../session/organization';
import type { Member } from './reads';
import { Person, nameOf } from '../../ui/person';

interface PeopleTableProps {
  readonly people: readonly Member[];
  readonly chosen: ReadonlySet<number>;
  /** Left out when the person may not create waves. */
  readonly onChoose?: (chosen: ReadonlySet<number>) => void;
}

export function PeopleTable({ people, chosen, onChoose }: PeopleTableProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  return (
    <Table
      caption={t.caption}
      rows={people}
      keyOf={({ user_id: id }) => id}
      columns={[
        {
          title: t.person,
          cell: (member) => (
            <span className={styles['person']}>
              {onChoose !== undefined && isMovable(member) && <Choice member={member} chosen={chosen} onChoose={onChoose} />}
              <PersonName member={member} />
            </span>
          ),
        },
        { title: t.group, cell: (member) => <GroupOf member={member} /> },
        { title: t.reason, cell: (member) => <Reasons member={member} /> },
        { title: t.next, cell: (member) => <NextStep member={member} /> },
        { title: t.wave, cell: (member) => <WaveOf member={member} /> },
        { title: t.lastLogin, isWhen: true, cell: ({ last_login: login }) => (login === null ? t.never : relative(login.at)) },
      ]}
    />
  );
}

interface ChoiceProps extends Required<Pick<PeopleTableProps, 'chosen' | 'onChoose'>> {
  readonly member: Member;
}

/** A wave takes members who can move and are in none. */
function isMovable({ group, wave, locked_out_if_enforced_now: isLockedOut }: Member): boolean {
  return (group === 'ready_for_migration' || group === 'already_using_sso') && wave === null && !isLockedOut;
}

function Choice({ member, chosen, onChoose }: ChoiceProps) {
  const t = useTexts(texts);
  const { user_id: id } = member;
  return (
    <input
      type="checkbox"
      aria-label={t.pick(nameOf(member))}
      checked={chosen.has(id)}
      onChange={({ target }) => onChoose(new Set(target.checked ? [...chosen, id] : [...chosen].filter((other) => other !== id)))}
    />
  );
}

interface OfMember {
  readonly member: Member;
}

function PersonName({ member }: OfMember) {
  const to: string = `/organizations/${useOrganizationId()}/members/${member.user_id}`;
  return (
    <span className={`${styles['cell']} ${styles['name']}`}>
      <Person of={member}>{(name) => <Link to={to}>{name}</Link>}</Person>
    </span>
  );
}

function GroupOf({ member }: OfMember) {
  const t = useTexts(texts);
  const names = useNames();
  return (
    <span className={`${styles['cell']} ${styles['group']}`}>
      <span>
        <span className={`${migration['swatch']} ${migration[member.group]}`} /> {names.groups[member.group]}
      </span>
      {member.locked_out_if_enforced_now && <Badge tone="bad">{t.lockedOut}</Badge>}
    </span>
  );
}

function Reasons({ member }: OfMember) {
  const names = useNames();
  const [primary, ...others] = member.reasons;
  return (
    <span className={`${styles['cell']} ${styles['reason']}`}>
      {primary !== undefined && <span>{names.reasons[primary.code]}</span>}
      {others.length > 0 && <span className={styles['soft']}>{others.map(({ code }) => names.reasons[code]).join(' · ')}</span>}
    </span>
  );
}

function NextStep({ member }: OfMember) {
  const t = useTexts(texts);
  const names = useNames();
  const { number } = useFormats();
  const nextAction = useNextAction();
  const { sessions_to_end: sessions } = member;
  return (
    <span className={`${styles['cell']} ${styles['next']}`}>
      <span>{nextAction(member)}</span>
      {member.primary_reason !== 'SSO_OK' && <span className={styles['soft']}>{t.by(names.actors[member.actor])}</span>}
      {sessions > 0 && <span className={styles['soft']}>{t.sessions(sessions, number(sessions))}</span>}
    </span>
  );
}

function WaveOf({ member }: OfMember) {
  const names = useNames();
  const organization = String(useOrganizationId());
  const { wave } = member;
  if (wave === null) return '–';
  return (
    <span className={styles['cell']}>
      <Link to="/organizations/$organization/migration/waves/$number" params={{ organization, number: String(wave.number) }}>
        {wave.name}
      </Link>
      <span className={styles['soft']}>{names.states[wave.state]}</span>
    </span>
  );
}
