import { expect, test } from 'vitest';
import { askGateway, askPatiently } from '#cli/api-client.ts';
import { list } from '#cli/list.ts';

test.for(['', 'not a url', 'ftp://gateway', 'file:///etc'])(
  'the address "%s" is refused by name, without a try',
  async (url) => {
    await expect(askGateway({ url, token: 'any' }, '{ __typename }')).rejects.toThrow(
      `${url} is no address of a gateway. Write it as http://127.0.0.1:4000.`,
    );
  },
);

test.for(['a\nb', 'a b', 'tok\u00e9n'])(
  'the token %j, which no header has, is refused without a try',
  async (token) => {
    await expect(askPatiently({ url: 'http://127.0.0.1:1', token }, '{ __typename }')).rejects.toThrow(
      'The token has characters that no token has, such as a line break: give it anew by --token or VOUCH_TOKEN.',
    );
  },
);

test('a list of a gateway that was never reached fails at once', async () => {
  await expect(
    list({ url: 'http://127.0.0.1:1', token: 'any' }, 'memories', { form: 'json' }),
  ).rejects.toThrow('No gateway answers at http://127.0.0.1:1. Start it, or name it with --url.');
});

test('an address with a user and a password is refused, and neither is repeated', async () => {
  await expect(
    askGateway({ url: 'http://ann:secret@127.0.0.1:1', token: 'any' }, '{ __typename }'),
  ).rejects.toThrow(
    /^The address of a gateway has no user and no password in it: take them out, and give a token by --token or VOUCH_TOKEN\.$/,
  );
});
