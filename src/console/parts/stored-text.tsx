import { Fragment } from 'react';

/**
 * Characters that turn the direction of text, or are not seen: a reviewer must know that they are there. Line breaks,
 * tabs and the joiners of scripts and emoji are left alone.
 */
const unseen = /((?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The same for a place that takes plain text alone, on one line. */
export const storedLine = (text: string): string => {
  const line = text.length > 160 ? `${text.slice(0, 159)}…` : text;
  return line.replace(/\s+/g, ' ').replace(new RegExp(unseen, 'gu'), (one) => `⟨${nameOf(one)}⟩`);
};

/**
 * Text that somebody wrote, as text: markup stays plain text, unseen characters are written out, and its direction is its
 * own and leaves the words around it alone.
 */
export function StoredText({ children }: { readonly children: string }) {
  return (
    <bdi>
      <StoredPart>{children}</StoredPart>
    </bdi>
  );
}

/** A part of a text whose element has `dir="auto"`: parts share the direction of the whole. */
export function StoredPart({ children }: { readonly children: string }) {
  const parts = children.split(unseen);
  if (parts.length === 1) return children;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <Fragment key={index}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <abbr key={index} title="An invisible character">{`⟨${nameOf(part)}⟩`}</abbr>
    ),
  );
}
