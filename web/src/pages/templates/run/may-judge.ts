import { permissionsIn, useMe } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { type EXECUTIONS, SOURCES, type Template } from '../template';

export type Execution = Read<typeof EXECUTIONS>['query_executions'][number];

/**
 * Whether the service accepts feedback from this person: from the one who asked, and from those who write templates
 * there.
 */
export function useMayJudge(template: Template): (execution: Execution) => boolean {
  const me = useMe();
  const { data } = useRead(...SOURCES);
  return ({ question, outcome, user_id: asker, data_source_id: asked }) => {
    if (me === undefined || question === null || outcome === 'running') return false;
    const source = data?.data_sources.find(({ id }) => id === asked);
    const permission = String(asker) === me.user.id ? 'template.execute' : 'template.write';
    const { organization_id: organization, workspace_id: workspace } = source ?? template;
    return permissionsIn(me, organization, workspace).has(permission);
  };
}
