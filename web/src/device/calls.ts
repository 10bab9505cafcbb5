/** Questions and answers between the page and its workers. */

/** What a worker or a port can do. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: "message", heard: (event: MessageEvent) => void): void;
}

/** An error, as it goes over a port: only what is refused has a code. */
export interface CallError {
  code?: string;
  facts?: Record<string, unknown>;
  why: string;
}

interface Question {
  call: number;
  name: string;
  args: unknown[];
}
interface Answer {
  answer: number;
  value?: unknown;
  error?: CallError;
}

type Handler = (...args: never[]) => unknown;

/** What was refused or failed at the other end. */
export class CallFailed extends Error implements CallError {
  readonly code?: string;
  readonly facts: Record<string, unknown>;
  readonly why: string;

  constructor({ code, facts = {}, why }: CallError) {
    super(code ?? why);
    if (code !== undefined) this.code = code;
    this.facts = facts;
    this.why = why;
  }
}

/** Asks the other end of a port. */
export class Caller {
  readonly #port: Port;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(port: Port) {
    this.#port = port;
    port.addEventListener("message", ({ data }: MessageEvent<Partial<Answer>>) => {
      const waiting = data.answer === undefined ? undefined : this.#waiting.get(data.answer);
      if (!waiting) return;
      this.#waiting.delete(data.answer!);
      if (data.error) waiting.reject(new CallFailed(data.error));
      else waiting.resolve(data.value as never);
    });
  }

  /** How many questions wait for their answers. */
  get busy(): number {
    return this.#waiting.size;
  }

  ask<T>(name: string, args: unknown[], transfer: Transferable[] = []): Promise<T> {
    const call = ++this.#asked;
    const answered = new Promise<T>((resolve, reject) => this.#waiting.set(call, { resolve, reject }));
    this.#port.postMessage({ call, name, args } satisfies Question, transfer);
    return answered;
  }

  /** Nobody answers any more. */
  end(): void {
    for (const { reject } of this.#waiting.values()) reject(new CallFailed({ why: "ended" }));
    this.#waiting.clear();
  }
}

/** Answers what is asked over a port. */
export function serve(
  port: Port,
  handlers: Readonly<Record<string, Handler>>,
  described: (error: unknown) => CallError,
): void {
  port.addEventListener("message", ({ data }: MessageEvent<Partial<Question>>) => {
    const { call, name, args = [] } = data;
    if (call === undefined || name === undefined) return;
    void Promise.resolve()
      .then(() => handlers[name]!(...(args as never[])))
      .then(
        (value) => port.postMessage({ answer: call, value } satisfies Answer),
        (error: unknown) => port.postMessage({ answer: call, error: described(error) } satisfies Answer),
      );
  });
}
