import { Anchor, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import { ItemLink } from './change-line.tsx';
import { countedSoFar, type Documents, numberOf, originOf, type Proposals } from './folding.ts';
import type { Change } from './operations.ts';

/** Proposals of one person and one instant: how many, from where, and each of them once it is opened. */
export function ProposalsLine(line: Proposals<Change>) {
  const origin = originOf(line);
  const title = (
    <>
      {numberOf(line)}
      {origin !== null && ' from '}
      {origin !== null &&
        ('path' in origin ? <StoredText>{origin.path}</StoredText> : counted(origin.documents, 'document'))}
    </>
  );
  return (
    <FoldedLine first={line.proposals[0]} verb="proposed" title={title}>
      {line.proposals.map(({ candidate }) => (
        <ItemLink key={candidate.id} item={candidate} />
      ))}
    </FoldedLine>
  );
}

/** Documents of one ingestion: how many, and each of them once it is opened. */
export function DocumentsLine({ documents, mayGoOn }: Documents<Change>) {
  const title = countedSoFar(documents.length, mayGoOn, 'document');
  return (
    <FoldedLine first={documents[0]} verb="brought in" title={title}>
      {documents.map(({ document: { id, path } }) => (
        <Anchor key={id} component={Link} to={`/sources/${id}`} size="sm">
          <StoredText>{path}</StoredText>
        </Anchor>
      ))}
    </FoldedLine>
  );
}

interface FoldedLineProps {
  readonly first: Change | undefined;
  readonly verb: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

function FoldedLine({ first, verb, title, children }: FoldedLineProps) {
  const [isOpen, { toggle }] = useDisclosure();
  if (first === undefined) return null;
  const { actor, at } = first;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <UnstyledButton aria-expanded={isOpen} onClick={toggle} mih={24}>
        <Group gap={4} wrap="nowrap">
          <Chevron size={16} style={{ flex: 'none' }} aria-hidden />
          <Text size="sm" span>
            {actor === null ? 'Somebody' : <StoredText>{actor.name}</StoredText>} {verb} {title}
          </Text>
        </Group>
      </UnstyledButton>
      {isOpen && (
        <Stack gap="xs" pl={20} py={4} align="flex-start">
          {children}
        </Stack>
      )}
      <Text size="xs" c="dimmed" pl={20}>
        <Instant at={at} />
      </Text>
    </div>
  );
}
