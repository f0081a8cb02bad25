import { connect, type Socket } from 'node:net';

/** How one request was answered. */
export interface Answered {
  readonly status: number;
  /** True when its GraphQL answer has no error. */
  readonly isGood: boolean;
  /** From when it was due to when it was answered whole. */
  readonly milliseconds: number;
  /** Seconds after which a refused client tries again; 0: it was answered. */
  readonly retryAfter: number;
}

/** Clients on connections that are kept open, with so little work for each request that they can ask for more than a gateway answers. */
export class OverloadClient {
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Connection[] = [];
  #open = 0;
  /** Requests that found no connection: the client itself was at its end. */
  unsent = 0;

  constructor(port: number, most = 2_000) {
    this.#port = port;
    this.#most = most;
  }

  ask(request: string, due = performance.now()): Promise<Answered> | null {
    const connection = this.#takeIdle() ?? this.#connect();
    if (connection === null) {
      this.unsent += 1;
      return null;
    }
    return connection.ask(request).then(({ status, isGood, isLast, retryAfter }) => {
      if (isLast) this.#open -= 1;
      else this.#idle.push(connection);
      return { status, isGood, retryAfter, milliseconds: performance.now() - due };
    });
  }

  /** The gateway closes what nobody used for five seconds. */
  #takeIdle(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection?.isClosed) return connection;
      this.#open -= 1;
    }
  }

  #connect(): Connection | null {
    if (this.#open >= this.#most) return null;
    this.#open += 1;
    return new Connection(this.#port);
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}

interface Reply {
  readonly status: number;
  readonly isGood: boolean;
  readonly isLast: boolean;
  readonly retryAfter: number;
}

const lost: Reply = { status: 0, isGood: false, isLast: true, retryAfter: 0 };

class Connection {
  readonly #socket: Socket;
  #received = '';
  #answer: ((reply: Reply) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    this.#socket.on('data', (part) => this.#read(String(part)));
    const fail = () => this.#finish(lost);
    this.#socket.on('error', fail).on('close', fail);
  }

  get isClosed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  ask(request: string): Promise<Reply> {
    return new Promise((answer) => {
      this.#answer = answer;
      if (this.#socket.destroyed) this.#finish(lost);
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #finish(reply: Reply): void {
    const answer = this.#answer;
    this.#answer = null;
    answer?.(reply);
  }

  #read(part: string): void {
    this.#received += part;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const isGood = !this.#received.includes('"errors":[', end) && !this.#received.includes('"code":', end);
    const isLast = /connection: close/i.test(head);
    this.#received = '';
    if (isLast) this.#socket.destroy();
    const retryAfter = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#finish({ status: Number(head.slice(9, 12)), isGood, isLast, retryAfter });
  }
}
