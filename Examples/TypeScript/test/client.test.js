// The client sends what the schema says, and reads what the server answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SocialClient } from "../.build/generated/social/client.js";
import * as social from "../.build/generated/social/readers.js";
import { writeStatus } from "../.build/generated/social/writers.js";
import { TrackerClient } from "../.build/generated/tracker/client.js";
import { TaskState } from "../.build/generated/tracker/models.js";
import * as tracker from "../.build/generated/tracker/readers.js";
import { writePerson, writeProject, writeTodo } from "../.build/generated/tracker/writers.js";
import { parseBase64, PayloadError, read, ResponseError, rows, scalarReaders, writeBase64 } from "../.build/runtime/index.js";
import { fixture, sample } from "./payloads.js";

/** A client whose server gives these answers, and the requests that it has sent. */
function client(Client, ...answers) {
  const requests = [];
  const fetch = async (url, { method, headers, body }) => {
    requests.push({ method, url, headers, ...(body === undefined ? {} : { body: JSON.parse(body) }) });
    const { status = 200, json } = answers.shift();
    return new Response(status === 204 || typeof json === "string" ? json : JSON.stringify(json), { status });
  };
  return { requests, api: new Client({ origin: "https://example.com/", headers: { Authorization: "Bearer x" }, fetch }) };
}

const valid = fixture("Tracker", "tasks/valid.json")[0];

test("parameters are in the path and the query", async () => {
  const { api, requests } = client(TrackerClient, { json: [valid] });
  const since = new Date("2026-03-03T09:30:00Z");
  const { value } = await api.tasks({ project: "a/b", state: TaskState.inProgress, page: null, since });
  const url = "https://example.com/api/projects/a%2Fb/tasks?state=in_progress&since=2026-03-03T09%3A30%3A00.000Z";
  assert.equal(requests[0].url, url);
  assert.equal(requests[0].method, "GET");
  assert.deepEqual(requests[0].headers, { Accept: "application/json", Authorization: "Bearer x" });
  assert.equal(value[0].title, "title");
  assert.equal(value[0].remindAt.getTime(), 1772530200000);
});

test("the version of an endpoint is in the path, and fields are the body", async () => {
  const { api, requests } = client(TrackerClient, { json: { sent_at: 1772530200 } });
  const { value } = await api.remind({ id: "t", days: 3 });
  assert.equal(requests[0].url, "https://example.com/api/v2/tasks/t/reminders");
  assert.deepEqual(requests[0].body, { days: 3 });
  assert.deepEqual(value, { sentAt: new Date("2026-03-03T09:30:00Z") });
});

test("a patch sends null and values, and nothing for what is missing", async () => {
  const { api, requests } = client(TrackerClient, { json: valid });
  await api.updateTask({ id: "t", body: { details: null, state: "paused", remindAt: new Date(1_500), labelIDs: ["ui"] } });
  assert.equal(requests[0].method, "PATCH");
  assert.deepEqual(requests[0].body, { description: null, state: { id: "paused" }, remind_at: 1.5, label_ids: ["ui"] });
});

test("an endpoint without a response returns nothing", async () => {
  const { api, requests } = client(TrackerClient, { status: 204, json: null });
  assert.equal(await api.deleteTask({ id: "t" }), undefined);
  assert.equal(requests[0].method, "DELETE");
});

test("other statuses are errors with the body", async () => {
  const { api } = client(TrackerClient, { status: 404, json: { detail: "gone" } }, { status: 502, json: "<html>" });
  await assert.rejects(api.task({ id: "t" }), (error) => {
    assert.ok(error instanceof ResponseError);
    assert.equal(error.message, "GET https://example.com/api/tasks/t: the server answered with status 404");
    assert.deepEqual([error.status, error.body], [404, { detail: "gone" }]);
    return true;
  });
  await assert.rejects(api.task({ id: "t" }), (error) => error.status === 502 && error.body === "<html>");
});

test("a response that is not JSON, or is not what the schema says, is an error", async () => {
  const { api } = client(TrackerClient, { json: "<html>" }, { json: { tasks: [] } }, { json: { ...valid, title: null } });
  await assert.rejects(api.task({ id: "t" }), (error) => error instanceof PayloadError && /not JSON/.test(error.message));
  await assert.rejects(api.tasks({ project: "p" }), { name: "PayloadError", message: ': expected a list, found {"tasks":[]}' });
  await assert.rejects(api.task({ id: "t" }), { message: "title: null, but a value is required" });
});

test("a row that does not fit is left out and reported", async () => {
  const { api } = client(TrackerClient, { json: [{ ...valid, due_on: "soon", color: 1 }, valid] });
  const { value, report } = await api.tasks({ project: "p" });
  assert.equal(value.length, 1);
  assert.deepEqual(report.rejected, [
    { path: "[0].due_on", rule: "bad-value", message: 'expected a day, found "soon"' },
  ]);
  assert.deepEqual([...report.unknownKeys], [["color", 1]]);
});

test("a deleted row is null, and is reported", async () => {
  const { api } = client(TrackerClient, { json: { id: valid.id, deleted_at: "2026-03-03" } });
  const { value, report } = await api.task({ id: "t" });
  assert.equal(value, null);
  assert.deepEqual(report.deleted, [{ entity: "Todo", identity: valid.id }]);
});

test("pages are requested until one is empty", async () => {
  const deleted = { id: valid.id, deleted_at: "2026-03-03" };
  const { api, requests } = client(TrackerClient, { json: [valid] }, { json: [deleted] }, { json: [] });
  const counts = [];
  for await (const { value } of api.tasksPages({ project: "p" })) counts.push(value.length);
  assert.deepEqual(counts, [1, 0]);
  assert.deepEqual(requests.map(({ url }) => url.split("?")[1]), ["page=1", "page=2", "page=3"]);
});

test("a document has the rows of several entities", async () => {
  const { api } = client(SocialClient, { json: { accounts: [], hashtags: [{ name: "ice", url: "/tags/ice" }] } });
  const { value } = await api.search({ q: "ice" });
  assert.deepEqual(value, {
    accounts: [], statuses: [], hashtags: [{ name: "ice", url: "/tags/ice", isFollowed: false, history: [] }],
  });
});

test("nested rows are members, and their ids too", () => {
  const { value } = read(rows(tracker.todoRow), sample("tasks.json"));
  assert.equal(value[0].project.name, "Website relaunch");
  assert.equal(value[0].projectID, "90ec0000-0000-4000-8000-000000000001");
  assert.equal(value[0].assignee.profile.personID, value[0].assigneeID);
  assert.deepEqual(value[0].labelIDs, ["design", "ui"]);
  assert.deepEqual(value[0].items.map(({ taskID, number }) => [taskID, number]), [[value[0].id, 1], [value[0].id, 2]]);
  assert.equal("project" in value[1], false);
});

test("an unknown case of an enum or a tagged value is kept", () => {
  const status = { ...fixture("Social", "home/valid.json")[0], visibility: "friends", media_attachments: [{ type: "map", at: [1, 2] }] };
  const { value } = read(rows(social.statusRow), [status]);
  assert.equal(value[0].visibility, "friends");
  assert.deepEqual(value[0].attachments, [{ case: null, tag: "map", json: { type: "map", at: [1, 2] } }]);
});

test("what is written reads as the same row", () => {
  for (const [row, write, payload] of [
    [tracker.projectRow, writeProject, fixture("Tracker", "projects/valid.json")],
    [tracker.todoRow, writeTodo, fixture("Tracker", "tasks/valid.json")],
    [tracker.personRow, writePerson, sample("people.json").data.people],
    [social.statusRow, writeStatus, fixture("Social", "home/valid.json")],
  ]) {
    const [value] = read(rows(row), payload).value;
    // Members that are only read are not written.
    const { number, stateLabel, revision, filterTitles, hashtagIDs, ...written } = value;
    const [again] = read(rows(row), [write(value)]).value;
    const { number: _1, stateLabel: _2, revision: _3, filterTitles: _4, hashtagIDs: _5, ...others } = again;
    assert.deepEqual(others, written);
  }
});

test("Base64 is read and written", () => {
  for (const text of ["", "Zg==", "Zm8=", "Zm9v", "/9j/4AAQ"]) {
    assert.equal(writeBase64(parseBase64(text)), text);
    assert.deepEqual(Buffer.from(parseBase64(text)), Buffer.from(text, "base64"));
  }
  for (const text of ["Z", "Zg", "Zh==", "Zm9v====", "Z-_="]) assert.equal(parseBase64(text), undefined);
});

test("strict readers do not convert values of another type", () => {
  const [strict, lenient] = [scalarReaders("strict"), scalarReaders("lenient")];
  for (const [name, json] of [["integer", "3"], ["number", "1.5"], ["text", 3], ["boolean", "yes"], ["boolean", 1], ["currency", "eur"], ["day", "2026-03-03T09:30:00Z"]]) {
    assert.throws(() => strict[name](json, "value"), { path: "value" }, `${name} ${json}`);
    lenient[name](json, "value");
  }
  assert.equal(strict.decimal("1.50", ""), "1.50");
  assert.throws(() => lenient.integer(2 ** 53, "value"), { message: "expected an integer, found 9007199254740992" });
});
