import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../parts/segment.ts';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { entryListId } from './entry-list.tsx';

interface WordsFormProps {
  readonly before: string;
  /** Text of its source; null when there is none. */
  readonly source: string | null;
  readonly verb: string;
  onAnswer(content: string): void;
  onClose(): void;
}

/** New words for a statement, in its place beside the source, with what they change and what the source does not say. */
export default function WordsForm({ before, source, verb, onAnswer, onClose }: WordsFormProps) {
  const [content, setContent] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    // The keys of the inbox go on from its list.
    return () => document.getElementById(entryListId)?.focus();
  }, []);
  const submit = () => {
    if (content.trim() !== '') onAnswer(content.trim());
  };
  const added = source === null ? [] : wordsBeyond(content, `${source} ${before}`);
  return (
    <Stack gap="xs" role="group" aria-label="Edit">
      <Textarea
        ref={field}
        label="Statement"
        description={`Ctrl Enter: ${verb.toLowerCase()} in these words. Esc: leave it as it is.`}
        dir="auto"
        size="lg"
        autosize
        minRows={2}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          if (event.key === 'Escape') onClose();
        }}
      />
      {content !== before && <WordDiff before={before} after={content} />}
      {added.length > 0 && (
        <Text size="sm" role="status">
          Not in the source:{' '}
          {added.map((word) => (
            <mark key={word} className="added">
              <StoredText>{word}</StoredText>
            </mark>
          ))}
        </Text>
      )}
      <Group>
        <Button onClick={submit} disabled={content.trim() === ''}>
          {verb}
        </Button>
        <Button variant="default" onClick={onClose}>
          Leave it
        </Button>
      </Group>
    </Stack>
  );
}

/** Words and figures of a text that another does not have, in whatever case; each once. */
const wordsBeyond = (text: string, other: string): string[] => {
  const known = new Set(wordsOf(other).map((word) => word.toLowerCase()));
  return [...new Set(wordsOf(text))].filter(
    (word) => /[\p{L}\p{N}]/u.test(word) && !known.has(word.toLowerCase()),
  );
};
