import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { permissionsIn, useMe } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Page } from '../../../ui/layout';
import { Forbidden, Loading, Shown } from '../../../ui/notice';
import { ONE } from '../template';
import { Editor } from './editor';
import { texts } from './texts';
import { workingCopy } from './use-editing';

export function EditorPage() {
  const t = useTexts(texts);
  const { template } = useParams({ from: '/signed-in/templates/$template/edit' });
  const me = useMe();
  const read = useRead(ONE, workingCopy(Number(template)));
  if (me !== undefined && read.data !== undefined) {
    const own = permissionsIn(me, read.data.organization_id, read.data.workspace_id);
    const mayEdit = own.has('template.write') && !read.data.is_system_template;
    if (mayEdit) return <Editor key={read.data.id} template={read.data} may={(one) => own.has(one)} />;
    return (
      <Page title={t.editAny}>
        <Forbidden />
      </Page>
    );
  }
  return (
    <Page title={t.editAny}>
      <Shown of={read}>{() => <Loading />}</Shown>
    </Page>
  );
}
