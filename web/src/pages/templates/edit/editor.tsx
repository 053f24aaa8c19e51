import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { LinkButton } from '../../../ui/button';
import { Card, Page } from '../../../ui/layout';
import { Badge, Notice } from '../../../ui/notice';
import { SaveRow } from '../../../ui/unsaved';
import { View, Views } from '../../../ui/views';
import { TONES, type Template } from '../template';
import styles from '../templates.module.css';
import { EditingConflict } from './conflict';
import { ContentForm } from './content-form';
import { Life } from './life';
import { ParametersEditor } from './parameters-editor';
import { Preview } from './preview';
import { SaveBar } from './save-bar';
import { texts } from './texts';
import { type Editing, useEditing } from './use-editing';
import { VersionsTab } from './versions-tab';

interface EditorProps {
  readonly template: Template;
  readonly may: (permission: string) => boolean;
}

/** Everything about a template that can be edited. Unsaved edits are the same on every tab. */
export function Editor({ template, may }: EditorProps) {
  const t = useTexts(texts);
  const { tab } = useSearch({ from: '/signed-in/templates/$template/edit' });
  const editing = useEditing(template);
  const params = { template: String(template.id) };
  const isArchived = template.status === 'archived';
  return (
    <Page
      title={t.editTitle(template.name)}
      actions={
        <>
          <Badge tone={TONES[template.status]}>{t[template.status]}</Badge>
          <LinkButton to="/templates/$template" params={params} look="quiet">
            {t.view}
          </LinkButton>
          <Life template={template} isDirty={editing.isDirty} mayPublish={may('template.publish')} />
        </>
      }
    >
      {isArchived && <Notice tone="warning">{t.archivedNow}</Notice>}
      <Views label={t.tabs}>
        {([undefined, 'parameters', 'versions'] as const).map((one) => (
          <View
            key={one ?? 'text'}
            to="/templates/$template/edit"
            params={params}
            search={one === undefined ? {} : { tab: one }}
            isShown={tab === one}
          >
            {one === undefined ? t.tabText : one === 'parameters' ? t.tabParameters : t.tabVersions}
          </View>
        ))}
      </Views>
      {editing.isConflict && <EditingConflict organization={template.organization_id} editing={editing} />}
      {tab === 'versions' ? (
        <VersionsTab template={template} isDirty={editing.isDirty} />
      ) : (
        !isArchived && <Working template={template} editing={editing} tab={tab} />
      )}
    </Page>
  );
}

interface WorkingProps {
  readonly template: Template;
  readonly editing: Editing;
  readonly tab: 'parameters' | undefined;
}

function Working({ template, editing, tab }: WorkingProps) {
  const { content, change, save } = editing;
  return (
    <>
      <div className={styles['split']}>
        {tab === 'parameters' ? (
          <ParametersEditor content={content} onChange={change} errorOf={save.fieldError} />
        ) : (
          <Card>
            <ContentForm organization={template.organization_id} content={content} onChange={change} errorOf={save.fieldError} />
          </Card>
        )}
        <Preview organization={template.organization_id} content={content} />
      </div>
      <SaveRow>
        <SaveBar editing={editing} />
      </SaveRow>
    </>
  );
}
