// Requests with `fetch`.

import { type JSONValue, type Payload, PayloadError, read, type Result } from "./json.js";

export interface ClientOptions {
  /** What comes before the paths of the schema, e.g. `https://example.com`. */
  readonly origin: string;
  /** The header fields of every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** The server answered with a status other than 200 to 299. */
export class ResponseError extends Error {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly status: number,
    /** The body as JSON if it is JSON, else its text. */
    readonly body: unknown,
  ) {
    super(`${method} ${url}: the server answered with status ${status}`);
    this.name = "ResponseError";
  }
}

export interface Request {
  readonly method: string;
  /** The path with its `{placeholders}`. */
  readonly route: string;
  readonly path?: Readonly<Record<string, JSONValue>>;
  /** Parameters that are missing or null are left out. */
  readonly query?: Readonly<Record<string, JSONValue | undefined>>;
  readonly body?: JSONValue;
}

/** Sends requests to a server. */
export class Client {
  constructor(private readonly options: ClientOptions) {}

  /** Sends a request, and reads the response; throws `ResponseError` or `PayloadError`. */
  protected async send<Value>(
    request: Request, payload: Payload<Value>, options: RequestOptions = {},
  ): Promise<Result<Value>> {
    const text = await this.load(request, options);
    return read(payload, parse(text));
  }

  /** Sends a request whose response has no body that matters. */
  protected async sendOnly(request: Request, options: RequestOptions = {}): Promise<void> {
    await this.load(request, options);
  }

  /** The pages of a list, from a number on until one is empty. */
  protected async *numbered<Value extends readonly unknown[]>(
    from: number, page: (number: number) => Promise<Result<Value>>,
  ): AsyncGenerator<Result<Value>, void, undefined> {
    for (let number = from; ; number += 1) {
      const result = await page(number);
      // Rows that do not fit, or are deleted, count as rows, too.
      const { rejected, deleted } = result.report;
      if (result.value.length + rejected.length + deleted.length === 0) return;
      yield result;
    }
  }

  private async load(request: Request, options: RequestOptions): Promise<string> {
    const url = this.url(request);
    const method = request.method.toUpperCase();
    const send = this.options.fetch ?? fetch;
    const response = await send(url, {
      method,
      headers: {
        Accept: "application/json",
        ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
        ...this.options.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const text = await response.text();
    if (!response.ok) throw new ResponseError(method, url, response.status, parseIfJSON(text));
    return text;
  }

  private url(request: Request): string {
    let path = request.route;
    for (const [name, value] of Object.entries(request.path ?? {})) {
      path = path.replace(`{${name}}`, () => encodeURIComponent(String(value)));
    }
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined && value !== null) query.append(name, String(value));
    }
    const text = query.toString();
    return this.options.origin.replace(/\/$/, "") + path + (text === "" ? "" : `?${text}`);
  }
}

function parse(text: string): JSONValue {
  try {
    return JSON.parse(text) as JSONValue;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const rejected = [{ path: "", rule: "bad-value" as const, message: `the response is not JSON: ${message}` }];
    throw new PayloadError({ rejected, deleted: [], unknownKeys: new Map() });
  }
}

function parseIfJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
