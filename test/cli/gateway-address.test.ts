import { expect, test } from 'vitest';
import { askGateway } from '#cli/api-client.ts';

test.for(['', 'not a url', 'ftp://gateway', 'file:///etc'])(
  'the address "%s" is refused by name, without a try',
  async (url) => {
    await expect(askGateway({ url, token: 'any' }, '{ __typename }')).rejects.toThrow(
      `${url} is no address of a gateway. Write it as http://127.0.0.1:4000.`,
    );
  },
);
