import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import type { FieldError } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type ImportPlan, type ImportStep, type Present, obstacleOf, stepFor } from '../domain/import-plan.js';
import { placeholderProblems } from '../domain/placeholder-problems.js';
import { type PortableTemplate, portableChecksum } from '../domain/template-document.js';
import { ParameterDefinitions } from './ports/parameter-values.js';
import { PromptTemplates } from './ports/prompt-templates.js';
import { type Sentence, say } from '../../shared/sentence.js';

const TWIN = 'A template of the organization has this name in another case or spelling. Write it as it is there, or choose another name.';
const TWIN_IN_DOCUMENT = 'The document has this name in another case or spelling too. Choose another name for one of the two.';

/** Finds out what an import would do. In a unit of work the rows that it reads stay locked. */
@Injectable()
export class PlanImport {
  constructor(
    private readonly access: AccessControl,
    private readonly definitions: ParameterDefinitions,
    private readonly nameDataSources: NameDataSources,
    private readonly templates: PromptTemplates,
  ) {}

  /** @param importer may write templates of the organization; of one in a workspace where they may not, nothing but its name is told */
  async execute(
    organizationId: number,
    templates: readonly PortableTemplate[],
    { caller, mayPublish }: { caller: Caller; mayPublish: boolean },
  ): Promise<ImportPlan> {
    const names = templates.map(({ content }) => content.name);
    const sourceNames = [...new Set(templates.flatMap(({ content }) => content.dataSources))];
    const sources = await this.nameDataSources.execute(caller, 'data_source.read', { organizationId, names: sourceNames });
    const sourceIds = new Map(sources.map(({ id, name }) => [name, id]));
    const present = await this.presentBy(organizationId, names);
    const found = [...present.values()].map(({ template }) => template);
    const written = await this.access.seen(caller, 'template.write', found);
    const twinProblem = await this.twinProblems(organizationId, names);
    const steps: ImportStep[] = [];
    const problems: FieldError[] = [];
    for (const [index, given] of templates.entries()) {
      const place = `document.templates[${index}]`;
      const old = present.get(given.content.name) ?? null;
      const isRepeated = names.indexOf(given.content.name) < index;
      const isOutOfReach = old !== null && !written.includes(old.template);
      const { step, problems: found } = this.judged(given, isOutOfReach ? null : old, sourceIds, mayPublish);
      steps.push(step);
      if (isOutOfReach)
        problems.push({ field: `${place}.name`, message: 'A template that you may not write has this name. Choose another.' });
      if (isRepeated) problems.push({ field: `${place}.name`, message: 'The document has this name twice.' });
      // A template that has the name keeps it, also beside a twin from before twins were refused.
      const twin = old === null && !isRepeated ? twinProblem(index) : null;
      if (twin !== null) problems.push({ field: `${place}.name`, message: twin });
      problems.push(...found.map(({ field, message }) => ({ field: `${place}.${field}`, message })));
    }
    return { steps, problems };
  }

  private judged(
    given: PortableTemplate,
    present: Present | null,
    sourceIds: ReadonlyMap<string, number>,
    mayPublish: boolean,
  ): { step: ImportStep; problems: readonly FieldError[] } {
    const { dataSources, ...rest } = given.content;
    const { parameters, problems: declared } = this.definitions.normalized(rest.parameters);
    const publishes = given.status === 'published' && mayPublish;
    const obstacle = obstacleOf(present);
    const problems: FieldError[] = [
      ...(portableChecksum(given.content) === given.checksum
        ? []
        : [{ field: 'checksum', message: 'The content was changed after the export. Export it again.' } as const]),
      ...(obstacle === null ? [] : [{ field: 'name', message: obstacle }]),
      ...declared,
      ...(publishes && declared.length === 0 ? placeholderProblems(rest.text, parameters) : []),
      ...dataSources
        .filter((name) => !sourceIds.has(name))
        .map((name): FieldError => ({
          field: 'data_sources',
          message: say('The organization has no data source named {name}.', { name }),
        })),
    ];
    const content = {
      ...rest,
      parameters,
      compatibleDataSourceIds: dataSources.flatMap((name) => sourceIds.get(name) ?? []),
    };
    const message = given.versions[0]?.message ?? '';
    return { step: stepFor(content, present, publishes ? message : null), problems };
  }

  /** @returns what is wrong with a new name at a place in the document; `null` if nothing is */
  private async twinProblems(organizationId: number, names: readonly string[]): Promise<(index: number) => Sentence | null> {
    const judged = new Map((await this.templates.judgedNames(organizationId, names)).map((one) => [one.name, one]));
    const keys = names.map((name) => judged.get(name)?.key);
    return (index) => {
      if (judged.get(names[index] ?? '')?.hasTwin === true) return TWIN;
      return keys.indexOf(keys[index]) < index ? TWIN_IN_DOCUMENT : null;
    };
  }

  private async presentBy(organizationId: number, names: readonly string[]): Promise<ReadonlyMap<string, Present>> {
    const found = await this.templates.lockNamed(organizationId, names);
    const history = await this.templates.historyOf(found.map(({ id }) => id));
    return new Map(
      found.map((template) => {
        const published = history.find(({ templateId, number }) => templateId === template.id && number === template.publishedVersion);
        return [template.content.name, { template, published: published ?? null }];
      }),
    );
  }
}
