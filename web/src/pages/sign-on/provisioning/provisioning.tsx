import { Link, getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useMe, usePermissions } from '../../../session/me';
import { Page } from '../../../ui/layout';
import { Forbidden, Loading } from '../../../ui/notice';

import styles from '../sign-on.module.css';
import { useOrganizationId } from '../use-organization';
import { Groups } from './groups';
import { Log } from './log';
import { People } from './people';
import { texts } from './texts';
import { Tokens } from './tokens';
import { PROVISIONING_VIEWS } from './views';

const route = getRouteApi('/signed-in/organizations/$organization/provisioning');

/** How the directory of the organization looks after its people. */
export function Provisioning() {
  const t = useTexts(texts);
  const { view = 'tokens' } = route.useSearch();
  const me = useMe();
  const may = usePermissions(useOrganizationId());
  const Shown = { tokens: Tokens, groups: Groups, log: Log, people: People }[view];
  if (me !== undefined && !may('scim.manage')) {
    return (
      <Page title={t.title}>
        <Forbidden />
      </Page>
    );
  }
  return (
    <Page title={t.title} lead={t.lead}>
      <nav aria-label={t.views}>
        <ul className={styles['steps']}>
          {PROVISIONING_VIEWS.map((one) => (
            <li key={one}>
              <Link
                from="/organizations/$organization/provisioning"
                to="."
                search={{ view: one }}
                {...(one === view && { 'aria-current': 'page' as const })}
              >
                {t.view(one)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {me === undefined ? <Loading /> : <Shown />}
    </Page>
  );
}
