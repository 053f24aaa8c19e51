import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Operation, declaredOperation } from './operation.js';
import { listOf } from './response-schemas.js';

const given = { summary: 'Read a river', status: 200, errors: [] } as const;
const River = z.object({ name: z.string(), length_km: z.number().nullable() });

describe('the declaration of a route', () => {
  it('takes methods that return what it says, at once or later', () => {
    class Rivers {
      @Operation({ ...given, id: 'specReadRiver', answer: River })
      read(name: string) {
        return { name, length_km: null };
      }

      @Operation({ ...given, id: 'specListRivers', answer: listOf(River) })
      async list(): Promise<readonly { readonly name: string; readonly length_km: number }[]> {
        return [];
      }

      @Operation({
        ...given,
        id: 'specFollowRiver',
        answer: River,
        also: [{ status: 202, answer: z.literal('begun') }],
      })
      follow(isBegun: boolean) {
        return isBegun ? 'begun' : { name: 'Rhine', length_km: 1233 };
      }

      @Operation({ ...given, id: 'specDrawRiver', type: 'image/svg+xml' })
      draw() {
        return '<svg/>';
      }

      @Operation({ ...given, status: 204, id: 'specForgetRiver' })
      async forget() {}
    }
    expect(new Rivers().read('Rhine')).toEqual({ name: 'Rhine', length_km: null });
    expect(declaredOperation('specReadRiver')).toMatchObject({ answer: River });
  });

  it('does not compile over a method that returns something else', () => {
    class Rivers {
      // @ts-expect-error a number is no text
      @Operation({ ...given, id: 'specWrongType', answer: River })
      read() {
        return { name: 7, length_km: null };
      }

      // @ts-expect-error a member is missing
      @Operation({ ...given, id: 'specMissingMember', answer: River })
      async readLater() {
        return { name: 'Rhine' };
      }

      // @ts-expect-error nothing was declared
      @Operation({ ...given, id: 'specUndeclared' })
      readAnything() {
        return { name: 'Rhine' };
      }
    }
    expect(Object.getOwnPropertyNames(Rivers.prototype)).toHaveLength(4);
  });

  it('refuses a second route of the same name', () => {
    Operation({ ...given, id: 'specTwice' });
    expect(() => Operation({ ...given, id: 'specTwice' })).toThrow('Two routes have the operation id specTwice.');
  });
});
