import { useTexts } from '../../i18n/texts';
import { MemberLink } from './member-link';
import type { Proof } from './policy-api';
import { texts } from './texts';

interface LockedOutProps {
  readonly organization: number;
  readonly owners: readonly {
    readonly user_id: number;
    readonly permissions: readonly string[];
    readonly missing_proofs: readonly Proof[];
  }[];
}

/** The owners who would be locked out, and what they would lose. */
export function LockedOut({ organization, owners }: LockedOutProps) {
  const t = useTexts(texts);
  return (
    <>
      <p>{t.locked}</p>
      <ul>
        {owners.map(({ user_id: user, permissions, missing_proofs: proofs }) => (
          <li key={user}>
            <MemberLink organization={organization} user={user} />
            <span>{`: ${permissions.join(', ')}`}</span>
            {proofs.length > 0 && <span>{`. ${t.missing(proofs.map((proof) => t[proof]).join(', '))}`}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
