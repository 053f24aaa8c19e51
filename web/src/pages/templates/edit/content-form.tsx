import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { isSameJson } from '../../../session/draft';
import { useRead } from '../../../session/read';
import { CheckField, TextArea, TextField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { Problem } from '../../../ui/notice';
import { PlaceField, usePlaces } from '../../../ui/workspace';
import styles from '../templates.module.css';
import type { Content } from './content';
import { texts } from './texts';

interface ContentFormProps {
  readonly organization: number;
  readonly content: Content;
  readonly onChange: (part: Partial<Content>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** Text and description of a template. */
export function ContentForm({ organization, content, onChange, errorOf }: ContentFormProps) {
  const t = useTexts(texts);
  const places = usePlaces(organization, 'template.write');
  const [typed, setTyped] = useState('');
  // A comma that was just typed stays; discarded or foreign changes show.
  const tags = isSameJson(tagsIn(typed), content.tags) ? typed : content.tags.join(', ');
  const field = (name: 'name' | 'description' | 'template_text' | 'category') => ({
    value: content[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <Stack>
      <TextField isProse label={t.name} {...field('name')} />
      <div className={styles['editor']}>
        <TextArea isProse label={t.text} hint={t.textHint} {...field('template_text')} />
      </div>
      <TextArea isProse label={t.description} rows={2} {...field('description')} />
      <div className={styles['fields']}>
        <TextField isProse isShort label={t.category} {...field('category')} />
        <TextField
          label={t.tags}
          hint={t.tagsHint}
          value={tags}
          error={errorOf('tags')}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange({ tags: tagsIn(target.value) });
          }}
        />
      </div>
      <Sources organization={organization} chosen={content.compatible_data_source_ids} onChange={onChange} />
      <PlaceField
        places={places}
        organization={organization}
        workspace={content.workspace_id}
        onChange={(workspace) => onChange({ workspace_id: workspace })}
        error={errorOf('workspace_id')}
      />
      {(content.workspace_id === null || content.is_public) && (
        <CheckField label={t.isPublic} checked={content.is_public} onChange={({ target }) => onChange({ is_public: target.checked })} />
      )}
    </Stack>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

interface SourcesProps {
  readonly organization: number;
  readonly chosen: readonly number[];
  readonly onChange: (part: Partial<Content>) => void;
}

function Sources({ organization, chosen, onChange }: SourcesProps) {
  const t = useTexts(texts);
  const sources = useRead('/api/v1/data-sources', {
    params: { query: { organization_id: organization, limit: 100 } },
  });
  const found = sources.data?.data_sources ?? [];
  const problem = <Problem error={sources.error} onRetry={() => void sources.refetch()} />;
  if (found.length === 0) return problem;
  return (
    <fieldset className={styles['parameter']}>
      <legend>{t.sources}</legend>
      {problem}
      <span className={styles['soft']}>{t.sourcesHint}</span>
      {found.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => {
            const others = chosen.filter((one) => one !== id);
            onChange({ compatible_data_source_ids: target.checked ? [...others, id] : others });
          }}
        />
      ))}
    </fieldset>
  );
}
