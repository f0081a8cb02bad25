/** The part of autocannon that is used here; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration?: number;
    /** Requests, in place of a duration. */
    readonly amount?: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly requests: readonly { readonly method: 'POST'; readonly body: string }[];
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
