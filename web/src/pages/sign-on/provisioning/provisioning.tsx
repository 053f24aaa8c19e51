import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useMe, usePermissions } from '../../../session/me';
import { Page } from '../../../ui/layout';
import { Forbidden, Loading } from '../../../ui/notice';

import { View, Views } from '../../../ui/views';
import { useOrganizationId } from '../../../session/organization';
import { Groups } from './groups';
import { Log } from './log';
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
  const Shown = { tokens: Tokens, groups: Groups, log: Log }[view];
  if (me !== undefined && !may('scim.manage')) {
    return (
      <Page title={t.title}>
        <Forbidden />
      </Page>
    );
  }
  return (
    <Page title={t.title} lead={t.lead}>
      <Views label={t.views}>
        {PROVISIONING_VIEWS.map((one) => (
          <View key={one} from="/organizations/$organization/provisioning" to="." search={{ view: one }} isShown={one === view}>
            {t.view(one)}
          </View>
        ))}
      </Views>
      {me === undefined ? <Loading /> : <Shown />}
    </Page>
  );
}
