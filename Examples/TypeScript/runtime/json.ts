// JSON, and what reading it reports.

export type JSONValue = null | boolean | number | string | readonly JSONValue[] | JSONObject;

export interface JSONObject {
  readonly [key: string]: JSONValue;
}

export type Rule = "bad-value" | "missing-identity" | "missing-required" | "null-required";

/** A row that does not fit the schema, and the first reason why. */
export interface Rejection {
  /** Where the value is, e.g. `[2].due_on`. */
  readonly path: string;
  readonly rule: Rule;
  readonly message: string;
}

/** A row that the server has deleted. */
export interface Deletion {
  readonly entity: string;
  readonly identity: unknown;
}

/** What a reader found besides values. */
export interface Report {
  readonly rejected: readonly Rejection[];
  readonly deleted: readonly Deletion[];
  /** The paths of keys that are not in the schema, without indexes, and how often they occur. */
  readonly unknownKeys: ReadonlyMap<string, number>;
}

export interface Result<Value> {
  readonly value: Value;
  readonly report: Report;
}

/** A value does not fit its type. Readers of rows catch it and reject the row. */
export class Invalid extends Error {
  constructor(
    readonly path: string,
    message: string,
    readonly rule: Rule = "bad-value",
  ) {
    super(message);
  }
}

/** A payload is not what the schema says. `report` lists the rows that do not fit. */
export class PayloadError extends Error {
  constructor(readonly report: Report) {
    const first = report.rejected[0];
    super(first === undefined ? "the payload does not fit the schema" : `${first.path}: ${first.message}`);
    this.name = "PayloadError";
  }
}

/** Collects the report while a payload is read. */
export class Reading implements Report {
  readonly rejected: Rejection[] = [];
  readonly deleted: Deletion[] = [];
  readonly unknownKeys = new Map<string, number>();

  reject(invalid: Invalid): void {
    this.rejected.push({ path: invalid.path, rule: invalid.rule, message: invalid.message });
  }

  /** Counts the keys that are not in the schema. */
  scan(json: JSONValue, keys: Keys, path: string): void {
    if (typeof keys === "function") {
      const known = keys(json);
      if (known !== undefined) this.scan(json, known, path);
    } else if (isKeyTable(keys)) {
      if (isObject(json)) this.scanObject(json, keys, path);
    } else if (isList(json)) {
      for (const element of json) this.scan(element, keys[0], path);
    }
  }

  private scanObject(json: JSONObject, keys: KeyTable, path: string): void {
    for (const [key, value] of Object.entries(json)) {
      const place = join(path, key);
      const inner = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (inner === undefined) {
        this.unknownKeys.set(place, (this.unknownKeys.get(place) ?? 0) + 1);
      } else if (inner !== true) {
        this.scan(value, inner, place);
      }
    }
  }
}

/** The keys of an object, those of the elements of a list, or a function that returns them; `undefined` for any. */
export type Keys = KeyTable | readonly [Keys] | ((json: JSONValue) => Keys | undefined);

/** A key whose value has no keys that matter has the value `true`. */
export interface KeyTable {
  readonly [key: string]: Keys | true;
}

function isKeyTable(keys: KeyTable | readonly [Keys]): keys is KeyTable {
  return !Array.isArray(keys);
}

/** Reads a value at a path; throws `Invalid` if it does not fit. */
export type Read<Value> = (json: JSONValue, path: string, reading: Reading) => Value;

/** A payload: how it is read, and the keys that its objects may have. */
export interface Payload<Value> {
  readonly keys: Keys;
  readonly read: Read<Value>;
}

/** Reads a payload, and throws `PayloadError` if nothing of it can be used. */
export function read<Value>(payload: Payload<Value>, json: JSONValue): Result<Value> {
  const reading = new Reading();
  reading.scan(json, payload.keys, "");
  try {
    return { value: payload.read(json, "", reading), report: reading };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    reading.reject(error);
    throw new PayloadError(reading);
  }
}

export function isList(json: JSONValue): json is readonly JSONValue[] {
  return Array.isArray(json);
}

export function isObject(json: JSONValue): json is JSONObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

export function expected(what: string, found: JSONValue, path: string): Invalid {
  const text = JSON.stringify(found);
  const start = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new Invalid(path, `expected ${what}, found ${start}`);
}

/** A path in an object: `state` of the root, `items[0]` of `items`. */
export function join(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}
