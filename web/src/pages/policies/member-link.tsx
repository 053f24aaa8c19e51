import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { fullNameOf } from '../../ui/person';
import { MEMBER } from '../organization/paths';
import { texts } from './texts';

/** What names people by their id says it with their name here; one read for each person, however often they are named. */
export function MemberLink({ organization, user }: { readonly organization: number; readonly user: number }) {
  const t = useTexts(texts);
  const { data, error } = useRead(MEMBER, { params: { path: { org_id: organization, user_id: user } } });
  if (data === undefined) return <span>{error === null ? '…' : t.personOf(String(user))}</span>;
  return (
    <Link to="/organizations/$organization/members/$user" params={{ organization: String(organization), user: String(user) }}>
      {fullNameOf(data.member)}
    </Link>
  );
}
