import { GraphQLScalarType } from 'graphql';
import { DateTimeResolver } from 'graphql-scalars';

const config = DateTimeResolver.toConfig();

/** Refuses what is a date and no instant that the store can hold. */
const withinYears = (instant: Date): Date => {
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) throw new TypeError('DateTime holds the years 1 to 9999 in UTC.');
  return instant;
};

/** RFC 3339 in UTC, of the years 1 to 9999. */
export const DateTime = new GraphQLScalarType<Date, Date>({
  ...config,
  parseValue: (value) => withinYears(config.parseValue(value)),
  parseLiteral: (node, variables) => withinYears(config.parseLiteral(node, variables)),
});
