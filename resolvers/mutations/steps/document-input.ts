import { builder } from '#resolvers/schema/builder.ts';
import { DocumentKind } from '#resolvers/sources/document.ts';

export const DocumentInput = builder.inputType('DocumentInput', {
  description: 'A markdown document; at most 1 MB.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Relative, with forward slashes, without `..`; at most 1,024 characters.',
    }),
    content: t.string({
      required: true,
      description: 'The whole text; a byte order mark at its beginning is dropped.',
    }),
    updatedAt: t.field({
      type: 'DateTime',
      required: false,
      description: "The file's own date: recent ones are believed a little more. At most a day ahead.",
    }),
    kind: t.field({
      type: DocumentKind,
      required: false,
      description: 'The kind to read it as; absent: judged by its path, headings and opening words.',
    }),
    audience: t.stringList({
      required: false,
      description: 'The groups it is for, each known to the tenant; absent or empty: the whole tenant.',
    }),
  }),
});
