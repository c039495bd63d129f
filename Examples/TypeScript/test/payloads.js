// The payloads of the tests: fixtures, sample payloads, and rows with one mistake each.

import { readdirSync, readFileSync } from "node:fs";

export const root = new URL("../../..", import.meta.url);

function json(path) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

/** The lines of `fixtures.yaml`, with the payloads. */
export function fixtures(folder) {
  const text = readFileSync(new URL(`Generated/${folder}/fixtures/fixtures.yaml`, root), "utf8");
  return Array.from(text.matchAll(/^ {2}- \{ (.*) \}$/gm), ([, line]) => {
    const fields = JSON.parse(`{ ${line.replaceAll(/(\w+): /g, '"$1": ')} }`);
    return { ...fields, endpoint: fields.file.split("/")[0], json: json(`Generated/${folder}/fixtures/${fields.file}`) };
  });
}

export function fixture(folder, file) {
  return json(`Generated/${folder}/fixtures/${file}`);
}

export function sample(name) {
  return json(`Schemas/payloads/${name}`);
}

const wrong = [
  null, true, 0, -1.5, 1e30, 99, "", " ", "x", "-07", "1e2", "yes", "2023-02-31", "2026-03-03T24:30:00Z", "http://a b",
  [], [null], ["x", 7], {}, { id: null }, { x: 1 },
];

// Each place gets one of three wrong values, and its neighbors the others. `ALL_MISTAKES=1` tests all of them, for which
// the tool needs a minute.
const share = process.env.ALL_MISTAKES === undefined ? 3 : 1;

/** Copies of a value in which one value is another one, one key is missing, or one is unknown. */
export function* mutations(value, replace = (changed) => changed, place = { number: 0 }) {
  const text = JSON.stringify(value);
  const turn = place.number++;
  for (const [index, other] of wrong.entries()) {
    if ((index + turn) % share === 0 && JSON.stringify(other) !== text) yield replace(other);
  }
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      yield* mutations(element, (changed) => replace(Object.assign([...value], { [index]: changed })), place);
    }
  } else if (typeof value === "object" && value !== null) {
    yield replace({ ...value, unknown_key: 1 });
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      yield replace(others);
      yield* mutations(member, (changed) => replace({ ...value, [key]: changed }), place);
    }
  }
}

/**
 * Rows with one mistake each, all of which are new: their identities differ, also those of the rows in them.
 *
 * `keys` are the keys of identities and unique values.
 */
export function rowsWithMistakes(row, keys) {
  return Array.from(mutations(row), (changed, index) => renamed(changed, keys, index));
}

function renamed(value, keys, index) {
  if (Array.isArray(value)) return value.map((element) => renamed(element, keys, index));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key, keys.includes(key) ? other(member, index) : renamed(member, keys, index),
    ]),
  );
}

/** Another identity: of a UUID the first digits, of other strings the last ones. */
function other(value, index) {
  if (Array.isArray(value)) return value.map((element) => other(element, index));
  if (typeof value !== "string" || value.trim() === "") return renamed(value, [], index);
  const digits = index.toString(16).padStart(8, "0");
  return /^[0-9a-f]{8}-/i.test(value) ? digits + value.slice(8) : value + digits;
}

/** A list in parts of at most `size` elements. */
export function parts(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
