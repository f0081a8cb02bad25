import { describe, expect, test } from 'vitest';
import { boundedId, refusalOfId, typenameByForm } from '#domain/input/ids.ts';
import { nearestNames, unknownNameMessage } from '#domain/input/nearest-names.ts';

const uuid = '0199a1b2-0000-7000-8000-000000000001';

describe('the form of an id', () => {
  test.for([
    [`mem_${uuid}`, 'Memory'],
    [`mem_${uuid}@2026-03-01T09:00:00.000Z`, 'Memory'],
    [`mem_${uuid}~preview`, 'Memory'],
    [`trc_${uuid}`, 'PathwayTrace'],
    [`inb_CANDIDATE.mem_${uuid}`, 'InboxItem'],
    ['usr_Ym9i', 'User'],
    [uuid, null],
    ['', null],
    ['mem_', null],
    ['xyz_1', null],
    ['mem_1 or true', null],
    ['mem_\0', null],
    [`mem_${'a'.repeat(2_000)}`, null],
  ] as const)('the form of %j names the type %s', ([id, typename]) => {
    expect(typenameByForm(id)).toBe(typename);
  });

  test('an id of the type that is taken is not refused', () => {
    expect(refusalOfId(`mem_${uuid}`, ['Memory'])).toBeNull();
    expect(refusalOfId(`ent_${uuid}`, ['Memory', 'Entity'])).toBeNull();
  });

  test('a refusal names the type that is taken and the type that was sent', () => {
    expect(refusalOfId(`doc_${uuid}`, ['Memory', 'Entity'])).toBe(
      'It takes the id of a Memory (`mem_…`) or an Entity (`ent_…`); what was sent is of the type Document.',
    );
    expect(refusalOfId('nonsense', ['Memory'])).toBe(
      'It takes the id of a Memory (`mem_…`); what was sent is no id that the gateway gives.',
    );
  });
});

describe('names of a closed set', () => {
  const names = ['memory.promoted', 'memory.rejected', 'entity.promoted', 'pathway.retired'];

  test.for([
    ['memory.promote', 'memory.promoted'],
    ['MEMORY_REJECT', 'memory.rejected'],
    ['pathways.retired', 'pathway.retired'],
    ['zzz', undefined],
  ] as const)('of four actions, %j may have meant %s first', ([text, nearest]) => {
    expect(nearestNames(text, names)[0]).toBe(nearest);
  });

  test('the message about an unknown name lists the whole set where none is similar', () => {
    expect(unknownNameMessage('The action', 'zzz', ['a.b', 'c.d'])).toBe(
      'The action "zzz" does not exist. It is one of: a.b, c.d.',
    );
  });
});

test('an id longer than any is cut to what is the id of nothing', () => {
  const long = `usr_${'a'.repeat(10_000)}`;
  expect(typenameByForm(long)).toBeNull();
  expect(boundedId(long)).toHaveLength(2_001);
  expect(typenameByForm(boundedId(long))).toBeNull();
  const longest = long.slice(0, 2_000);
  expect(typenameByForm(longest)).toBe('User');
  expect(boundedId(longest)).toBe(longest);
});
