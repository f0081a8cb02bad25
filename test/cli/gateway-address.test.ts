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

test('an address with a user and a password is refused, and neither is repeated', async () => {
  await expect(
    askGateway({ url: 'http://ann:secret@127.0.0.1:1', token: 'any' }, '{ __typename }'),
  ).rejects.toThrow(
    /^The address of a gateway has no user and no password in it: take them out, and give a token by --token or VOUCH_TOKEN\.$/,
  );
});
