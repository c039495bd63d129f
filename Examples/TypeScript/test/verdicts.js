// What `swiftsync-gen check-payload` says about a payload.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { root } from "./payloads.js";

const tool = process.env.SWIFTSYNC_GEN ?? fileURLToPath(new URL(".build/debug/swiftsync-gen", root));
const folder = mkdtempSync(join(tmpdir(), "payloads-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** The rejected rows and the unknown keys, in the form of `findings`. */
export function verdict(schema, payload, ...options) {
  const file = join(folder, "payload.json");
  writeFileSync(file, JSON.stringify(payload));
  const path = fileURLToPath(new URL(`Schemas/${schema}.yaml`, root));
  const report = JSON.parse(output(["check-payload", file, "--schema", path, "--report", "json", ...options]));
  if (report.rejected.length !== report.rejected_count) throw new Error("the report does not list all rows");
  return {
    rejected: report.rejected.map(({ path: place, rule }) => ({ path: place, rule })),
    unknownKeys: new Map(report.unknown_keys.map(({ path: key, count }) => [key, count])),
  };
}

/** The exit status is 1 if a row does not fit; the report is the same. */
function output(words) {
  try {
    return execFileSync(tool, words, { maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"] }).toString();
  } catch (error) {
    if (error.status === 1 && error.stdout.length > 0) return error.stdout.toString();
    throw error;
  }
}
