import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Instant } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import { ItemLink } from './change-line.tsx';
import type { Change } from './operations.ts';
import { numberOf, originOf, type Proposals } from './proposals.ts';

/** Proposals of one person and one instant: how many, from where, and each of them once it is opened. */
export function ProposalsLine(line: Proposals<Change>) {
  const [isOpen, { toggle }] = useDisclosure();
  const [{ actor, at } = { actor: null, at: '' }] = line.proposals;
  const origin = originOf(line);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton aria-expanded={isOpen} onClick={toggle} mih={24}>
        <Group gap={4} wrap="nowrap">
          <Chevron size={16} style={{ flex: 'none' }} aria-hidden />
          <Text size="sm" span>
            {actor === null ? 'Proposed' : <StoredText>{actor.name}</StoredText>}
            {actor !== null && ' proposed'} {numberOf(line)}
            {origin !== null && ' from '}
            {origin !== null &&
              ('path' in origin ? (
                <StoredText>{origin.path}</StoredText>
              ) : (
                counted(origin.documents, 'document')
              ))}
          </Text>
        </Group>
      </UnstyledButton>
      {isOpen && (
        <Stack gap="xs" pl={20} py={4}>
          {line.proposals.map(({ candidate }) => (
            <ItemLink key={candidate.id} item={candidate} />
          ))}
        </Stack>
      )}
      <Text size="xs" c="dimmed" pl={20}>
        <Instant at={at} />
      </Text>
    </div>
  );
}
