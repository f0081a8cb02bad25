/**
 * Sends one operation as the agent's bearer and answers its data.
 * @throws an error with a sentence for the agent when the gateway refuses it as a whole.
 */
export type Ask = <Data>(query: string, variables: object) => Promise<Data>;

/** A mutation's answer of the family UserError: the agent is shown its message. */
export class Refused extends Error {
  readonly code: string;

  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

interface Refusal {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
}

/** Takes the payload out of a mutation's answer. @throws Refused for a UserError. */
export const payloadOf = <Payload extends object>(answer: Payload | Refusal): Payload => {
  if ('code' in answer && 'message' in answer && typeof answer.code === 'string')
    throw new Refused({ code: answer.code, message: String(answer.message) });
  return answer as Payload;
};
