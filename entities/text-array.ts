import { ArrayType, p } from '@mikro-orm/core';

/** The texts as a PostgreSQL array: each quoted, since `NULL`, spaces and line breaks mean something else when they stand bare. */
export const textArrayLiteral = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/** The ORM's own array type quotes only some of the texts that need it. */
export class TextArrayType extends ArrayType<string> {
  override convertToDatabaseValue(texts: string[] | null): string | null {
    return texts === null || texts === undefined ? texts : textArrayLiteral(texts);
  }
}

/** A column of texts, in their order. */
export const textArray = () => p.type(TextArrayType).$type<string[]>().columnType('text[]');
