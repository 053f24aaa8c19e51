import { Injectable } from '@nestjs/common';
import { sameJson } from '../../engines/scim-protocol/json.js';
import type { Provisioner } from '../domain/provisioner.js';
import { readResource } from '../../engines/scim-protocol/read-resource.js';
import type { Resource } from '../domain/resource.js';
import { ChangeGroup } from './change-group.js';

@Injectable()
export class ReplaceGroup {
  constructor(private readonly changeGroup: ChangeGroup) {}

  /**
   * What the body leaves out is cleared (RFC 7644 section 3.5.1), members too.
   * @param input.expectedVersion `null` for any
   * @throws NotFound, VersionMismatch, InvalidSyntax, InvalidValue, NotUnique
   */
  execute(input: { provisioner: Provisioner; id: string; body: unknown; expectedVersion: number | null }): Promise<Resource> {
    const { body, ...rest } = input;
    return this.changeGroup.execute({
      ...rest,
      change: (group) => {
        const { attributes, members } = readResource('Group', body);
        return {
          attributes: sameJson(attributes, group.attributes) ? null : attributes,
          members: [{ kind: 'replace', members: members ?? [] }],
        };
      },
    });
  }
}
