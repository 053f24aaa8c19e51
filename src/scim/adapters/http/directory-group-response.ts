import { z } from 'zod';
import { component } from '../../../platform/http/response-schemas.js';
import type { DirectoryGroup as GroupOfDirectory } from '../../application/ports/directory-groups.js';

export const DirectoryGroup = component(
  'DirectoryGroup',
  z.object({
    id: z.string().meta({ description: 'That of the SCIM group.' }),
    display_name: z.string().meta({ description: 'As the directory spells it.' }),
    member_count: z.int().min(0).meta({ description: 'Users and groups that are in it directly.' }),
    is_mapped: z.boolean().meta({ description: 'Whether it gives a role.' }),
  }),
  { id: '2f1c1c5e-6a0e-4f2e-9df0-0b8f5d0a7c11', display_name: 'Analysts', member_count: 12, is_mapped: true },
);

export function toDirectoryGroup(group: GroupOfDirectory): z.infer<typeof DirectoryGroup> {
  const { id, displayName, memberCount, isMapped } = group;
  return { id, display_name: displayName, member_count: memberCount, is_mapped: isMapped };
}
