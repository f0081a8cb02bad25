/** The part of autocannon that is used here; the package brings no types. */
declare module 'autocannon' {
  interface Request {
    readonly method: 'POST';
    readonly body: string;
  }
  export interface Client {
    setRequests(requests: Request[]): void;
    on(event: 'response', listener: () => void): void;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Requests in all, shared out among the connections. */
    readonly amount: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Milliseconds from one look at whether it is over to the next; a second when absent. */
    readonly sampleInt?: number;
    /** Seconds that an answer may take; 10 when absent. */
    readonly timeout?: number;
    /** Called once for each connection, which sends the requests it is given here, round and round. */
    readonly setupClient: (client: Client) => void;
    /** Answers of which it is false are counted as mismatches. */
    readonly verifyBody: (body: string) => boolean;
  }
  interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly mismatches: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
