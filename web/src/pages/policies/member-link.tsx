import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { fullNameOf } from '../../ui/person';
import { MEMBER } from '../organization/paths';
import { texts } from './texts';

interface MemberProps {
  readonly organization: number;
  readonly user: number;
}

/** What names people by their id says it with their name here; one read for each person, however often they are named. */
function useMemberName({ organization, user }: MemberProps) {
  const t = useTexts(texts);
  const { data, error } = useRead(MEMBER, { params: { path: { org_id: organization, user_id: user } } });
  // Their number, for one who is no member any more.
  const other = error === null ? '…' : t.personOf(String(user));
  return { isMember: data !== undefined, name: data === undefined ? other : fullNameOf(data.member) };
}

export function MemberName(member: MemberProps) {
  return <span>{useMemberName(member).name}</span>;
}

export function MemberLink(member: MemberProps) {
  const { isMember, name } = useMemberName(member);
  if (!isMember) return <span>{name}</span>;
  const { organization, user } = member;
  return (
    <Link to="/organizations/$organization/members/$user" params={{ organization: String(organization), user: String(user) }}>
      {name}
    </Link>
  );
}
