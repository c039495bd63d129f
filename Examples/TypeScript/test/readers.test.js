// The readers accept what `swiftsync-gen check-payload` accepts, and refuse what it refuses.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as social from "../.build/generated/social/readers.js";
import { SocialClient } from "../.build/generated/social/client.js";
import * as tracker from "../.build/generated/tracker/readers.js";
import { TrackerClient } from "../.build/generated/tracker/client.js";
import { PayloadError, read, rows } from "../.build/runtime/index.js";
import { fixture, fixtures, parts, rowsWithMistakes, sample } from "./payloads.js";
import { verdict } from "./verdicts.js";

const parameters = { id: "a", project: "a", q: "a", body: {}, days: 1, amount: 1 };

/** Reads a fixture with the method of its endpoint. */
async function accepts(Client, { endpoint, json }) {
  const client = new Client({
    origin: "https://example.com",
    fetch: async () => new Response(JSON.stringify(json)),
  });
  try {
    const { report } = await client[endpoint](parameters);
    return report.rejected.length === 0 && report.unknownKeys.size === 0;
  } catch (error) {
    if (error instanceof PayloadError) return false;
    throw error;
  }
}

for (const [folder, Client, count] of [["Tracker", TrackerClient, 40], ["Social", SocialClient, 22]]) {
  test(`the fixtures of ${folder} are accepted or refused as they say`, async () => {
    const all = fixtures(folder);
    assert.ok(all.length >= count, `found only ${all.length} fixtures`);
    for (const one of all) {
      assert.equal(await accepts(Client, one), one.accepted, one.file);
    }
  });
}

/** What a reader reports, whether it throws or not. */
function report(payload, json) {
  try {
    return read(payload, json).report;
  } catch (error) {
    if (error instanceof PayloadError) return error.report;
    throw error;
  }
}

/** Both report the same rows by the same rules, and the same unknown keys. */
function agree(found, expected, payload) {
  const lines = ({ rejected }) => rejected.map(({ path, rule }) => `${path} ${rule}`).sort();
  // The tool reports a list of scalars as a whole, the readers its element. The other way around, it reports a row of
  // a one-to-one relationship as an element.
  const places = new Set(expected.rejected.map(({ path }) => path));
  const same = (path) => [path, outer(path), `${path}[0]`].find((place) => places.has(place)) ?? path;
  const rejected = found.rejected.map(({ path, rule }) => ({ path: same(path), rule }));
  const differing = difference(lines({ rejected }), lines(expected));
  const rows = differing.map((line) => [line, JSON.stringify(payload[Number(/\d+/.exec(line)?.[0])]?.[/[.](\w+)/.exec(line)?.[1]])]).slice(0, 10);
  assert.deepEqual(rows, [], "the rejected rows of the readers (-) and of the tool (+)");
  assert.deepEqual(new Map([...found.unknownKeys].sort()), new Map([...expected.unknownKeys].sort()));
}

function outer(path) {
  return path.slice(0, Math.max(path.lastIndexOf("["), path.lastIndexOf(".")));
}

function difference(found, expected) {
  return [
    ...found.filter((line) => !expected.includes(line)).map((line) => `- ${line}`),
    ...expected.filter((line) => !found.includes(line)).map((line) => `+ ${line}`),
  ];
}

const samples = [
  ["tracker", "tasks.json", rows(tracker.todoRow), ["--entity", "Todo"], (json) => json],
  ["tracker", "tasks-changed.json", rows(tracker.todoRow), ["--entity", "Todo"], (json) => json],
  ["tracker", "people.json", rows(tracker.personRow), ["--entity", "Person", "--root", "data.people"], (json) => json.data.people],
  ["social", "social-home.json", rows(social.statusRow), ["--entity", "Status"], (json) => json],
  ["social", "social-notifications.json", rows(social.noticeRow), ["--entity", "Notice"], (json) => json],
  ["social", "social-search.json", social.searchResultPayload, ["--document", "SearchResult"], (json) => json],
  ["social", "social-thread.json", social.threadPayload, ["--document", "Thread"], (json) => json],
];

for (const [schema, name, payload, options, rowsOf] of samples) {
  test(`${name} has the same findings as in the tool`, () => {
    const json = sample(name);
    agree(report(payload, rowsOf(json)), verdict(schema, json, ...options), json);
  });
}

const mistakes = [
  ["tracker", "Project", tracker.projectRow, fixture("Tracker", "projects/valid.json")[0]],
  ["tracker", "Todo", tracker.todoRow, fixture("Tracker", "tasks/tombstone.json")[0]],
  ["tracker", "Todo", tracker.todoRow, sample("tasks.json")[0]],
  ["tracker", "Person", tracker.personRow, { ...sample("tasks.json")[0].assignee, deleted_at: "2026-03-03 09:30" }],
  ["social", "Status", social.statusRow, fixture("Social", "home/valid.json")[0]],
  ["social", "Status", social.statusRow, sample("social-home.json")[0]],
  ["social", "Notice", social.noticeRow, sample("social-notifications.json")[0]],
];
const identities = {
  tracker: ["id", "code", "slug", "project_id", "owner_id", "task_ids", "assignee_id", "parent_id", "subtask_ids", "label_ids", "blocker_ids", "watcher_ids"],
  social: ["id", "account_id", "reblog", "in_reply_to_id", "status_id", "tags"],
};

for (const [index, [schema, entity, row, valid]] of mistakes.entries()) {
  test(`each mistake in a row of ${entity} has the same findings as in the tool (${index + 1})`, () => {
    const all = rowsWithMistakes(valid, identities[schema]);
    for (const part of parts(all, 60)) {
      agree(report(rows(row), part), verdict(schema, part, "--entity", entity), part);
    }
  });
}
