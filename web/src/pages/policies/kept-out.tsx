import { useTexts } from '../../i18n/texts';
import { Notice } from '../../ui/notice';
import { MemberLink } from './member-link';
import type { Validation } from './policy-api';
import { texts } from './texts';

interface KeptOutProps {
  readonly organization: number;
  readonly forecast: Validation['kept_out'];
}

/** Members for whom a proof is missing that the policy asks for. Renders nothing if there are none. */
export function KeptOut({ organization, forecast }: KeptOutProps) {
  const t = useTexts(texts);
  if (forecast === null || forecast.members === 0) return null;
  const { members, complete, people } = forecast;
  return (
    <Notice tone="warning">
      <p>{t.keptOut(String(members))}</p>
      <ul>
        {people.map(({ user_id: user, owner, missing_proofs: proofs }) => (
          <li key={user}>
            {/* Their own page has what they have enrolled. */}
            <MemberLink organization={organization} user={user} />
            {owner && <span>{`, ${t.owner}`}</span>}
            <span>{`: ${proofs.map((proof) => t[proof]).join(', ')}`}</span>
          </li>
        ))}
      </ul>
      {members > people.length && <p>{t.moreKeptOut(String(members - people.length))}</p>}
      {!complete && <p>{t.notAllTried}</p>}
    </Notice>
  );
}
