import { useTexts } from '../../i18n/texts';
import { LinkButton } from '../../ui/button';
import styles from './migration.module.css';
import { placeOfCure, useObstacle } from './obstacles';
import { useOrganizationId } from '../../session/organization';
import { texts } from './texts';

interface ObstacleListProps {
  readonly obstacles: readonly { readonly code: string; readonly message: string }[];
}

/** What is missing, each item with the page that fixes it. */
export function ObstacleList({ obstacles }: ObstacleListProps) {
  const t = useTexts(texts);
  const sentence = useObstacle();
  const organization = useOrganizationId();
  const labels = { sso: t.toSso, enforcement: t.toEnforcement, members: t.toMembers, account: t.toAccount };
  return (
    <ul className={styles['list']}>
      {obstacles.map((obstacle) => {
        const place = placeOfCure(obstacle.code);
        const to: string = place === 'account' ? '/account' : `/organizations/${organization}/${place}`;
        return (
          <li key={obstacle.code} className={styles['obstacle']}>
            <span>{sentence(obstacle)}</span>
            {place !== null && <LinkButton to={to}>{labels[place]}</LinkButton>}
          </li>
        );
      })}
    </ul>
  );
}
