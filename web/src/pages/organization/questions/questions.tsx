import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Page } from '../../../ui/layout';
import { Forbidden, Shown } from '../../../ui/notice';
import { ASK_SETTINGS } from '../paths';
import { SettingsForm } from './settings-form';
import { texts } from './texts';

/** What an organization decides about questions in words. */
export function Questions() {
  const t = useTexts(texts);
  const organization = Number(useParams({ from: '/signed-in/organizations/$organization/questions' }).organization);
  const may = usePermissions(organization);
  const read = useRead(ASK_SETTINGS, { params: { path: { org_id: organization } } });
  return (
    <Page title={t.title} lead={t.lead}>
      <Shown of={read}>
        {({ ask_settings }) =>
          // People who ask may read it. Only some may change it, and this page is for them.
          may('query.manage') ? <SettingsForm key={organization} organization={organization} settings={ask_settings} /> : <Forbidden />
        }
      </Shown>
    </Page>
  );
}
