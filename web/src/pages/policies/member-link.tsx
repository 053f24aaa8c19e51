import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { texts } from './texts';

/** Decisions name people by their id; the page of the member has the name. */
export function MemberLink({ organization, user }: { readonly organization: number; readonly user: number }) {
  const t = useTexts(texts);
  return (
    <Link to="/organizations/$organization/members/$user" params={{ organization: String(organization), user: String(user) }}>
      {t.personOf(String(user))}
    </Link>
  );
}
