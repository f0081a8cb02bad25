/** Address of the gateway, and the token of the command line. */
export interface ApiAddress {
  readonly url: string;
  readonly token: string;
}

/** A sentence for the person at the terminal; the command ends with status 1. */
export class CommandFailed extends Error {}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** Sends one operation; throws CommandFailed when the gateway is not there or refuses it as a whole. */
export const askGateway = async <Data>(
  { url, token }: ApiAddress,
  query: string,
  variables: object = {},
): Promise<Data> => {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw new CommandFailed(`No gateway answers at ${url}. Start it, or name it with --url.`);
  });
  const { data, errors } = (await response.json().catch(() => ({}))) as Answer<Data>;
  if (data == null || errors)
    throw new CommandFailed(
      errors?.map(({ message }) => message).join(' ') ?? `The gateway answered ${response.status}.`,
    );
  return data;
};
