// Dotted paths in JSON, such as `meta.size`.

import {
  expected, isList, isObject, join, type JSONObject, type JSONValue, type Keys, type KeyTable,
} from "./json.js";

/** A value, and where it is. */
export interface Place {
  readonly json: JSONValue;
  readonly path: string;
  /** Of a list that a path with `[]` collects, where its elements are. */
  readonly sources?: readonly string[];
}

export function elements(place: Place): readonly Place[] {
  if (place.json === null) return [];
  if (!isList(place.json)) throw expected("a list", place.json, place.path);
  return place.json.map((json, index) => ({ json, path: join(place.path, index) }));
}

const knownSteps = new Map<string, readonly string[]>();

/** The keys of a path such as `meta.size` or `labels."k8s.io/name"`; `[]` stands for the elements of a list. */
export function steps(path: string): readonly string[] {
  const known = knownSteps.get(path);
  if (known !== undefined) return known;
  const found = Array.from(path.matchAll(/"((?:[^"\\]|\\.)*)"|\[\]|[^."[\]]+/g), (part) => part[1] ?? part[0] ?? "");
  knownSteps.set(path, found);
  return found;
}

function keysOf(paths: readonly (readonly string[])[]): KeyTable {
  const first = new Set(paths.flatMap(([step]) => (step === undefined ? [] : [step])));
  return Object.fromEntries(
    Array.from(first, (step) => {
      const rests = paths.filter((path) => path[0] === step).map((path) => path.slice(1));
      const inner = rests.map((rest) => (rest[0] === "[]" ? rest.slice(1) : rest)).filter((rest) => rest.length > 0);
      if (inner.length === 0) return [step, true];
      return [step, rests.some((rest) => rest[0] === "[]") ? [keysOf(inner)] : keysOf(inner)];
    }),
  );
}

/** The keys of the elements of a list, by the paths that lead through it, such as `filters[].name`. */
export function keysInList(key: string, ...paths: readonly (readonly string[])[]): Keys {
  const rests = paths.flat().map(steps).flatMap((all) => {
    const place = all.findIndex((step, index) => step === key && all[index + 1] === "[]");
    return place < 0 ? [] : [all.slice(place + 2)];
  });
  return [keysOf(rests)];
}

/** A null in the middle of a path is the value; anything else but an object does not fit. */
export function find(json: JSONValue, path: string, rest: readonly string[]): Place | undefined {
  const [key, ...others] = rest;
  if (key === undefined || json === null) return { json, path };
  if (key === "[]") {
    const found = elements({ json, path }).flatMap((element) => find(element.json, element.path, others) ?? []);
    const missing = found.find((place) => place.json === null);
    if (missing !== undefined) throw expected("a value", null, missing.path);
    return { json: found.map((place) => place.json), path, sources: found.map((place) => place.path) };
  }
  if (!isObject(json)) throw expected("an object", json, path);
  const value = Object.hasOwn(json, key) ? json[key] : undefined;
  return value === undefined ? undefined : find(value, join(path, key), others);
}

/** An object that is written. */
export type JSONDraft = { [key: string]: JSONValue };

/** Changes a value, unless it is missing or null. */
export function mapped<Value, Result>(
  value: Value | null | undefined, change: (value: Value) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : change(value);
}

/** Writes the values of a dictionary. */
export function dictionaryWriter<Value>(
  write: (value: Value) => JSONValue,
): (dictionary: Readonly<Record<string, Value>>) => JSONObject {
  return (dictionary) =>
    Object.fromEntries(Object.entries(dictionary).map(([key, value]) => [key, write(value)]));
}

/** Writes a value under a dotted path, unless it is missing. */
export function put(json: JSONDraft, path: string, value: JSONValue | undefined): void {
  if (value === undefined) return;
  const [key, ...rest] = steps(path);
  if (key === undefined) return;
  let target = json;
  let last = key;
  for (const next of rest) {
    const inner = { ...(isObject(target[last] ?? null) ? (target[last] as JSONObject) : {}) };
    target[last] = inner;
    target = inner;
    last = next;
  }
  target[last] = value;
}
