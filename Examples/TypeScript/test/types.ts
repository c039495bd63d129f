// What the type checker must refuse. A line that it accepts is an error: its comment is then unused.

import type { Todo, TodoPatch } from "../generated/tracker/models.js";
import { TaskPriority, TaskState } from "../generated/tracker/models.js";
import type { Attachment } from "../generated/social/models.js";
import type { TrackerClient } from "../generated/tracker/client.js";

// A patch: missing, null, or a value.
export const patches: readonly TodoPatch[] = [
  {},
  { details: null },
  { details: "text", state: TaskState.done, priority: TaskPriority.urgent },
  { state: "paused" }, // from a newer server
  // @ts-expect-error A required value is never null.
  { title: null },
  // @ts-expect-error A missing value has no key.
  { title: undefined },
  // @ts-expect-error The numbers of priorities are fixed.
  { priority: 9 },
  // @ts-expect-error Only the server assigns numbers.
  { number: 1 },
  // @ts-expect-error No such member.
  { titel: "x" },
];

/** A row is also the patch that sets all of its members. */
export function patchOf(row: Todo): TodoPatch {
  return row;
}

export function descriptionOf(attachment: Attachment): string | null {
  // @ts-expect-error A value of an unknown case is JSON.
  void attachment.value;
  return attachment.case === null ? attachment.tag : attachment.value.alternativeText;
}

export async function titles(client: TrackerClient, project: string): Promise<readonly string[]> {
  // @ts-expect-error The project is in the path.
  void client.tasks({ page: 1 });
  // @ts-expect-error Days are a number.
  void client.remind({ id: project, days: "3" });
  const { value } = await client.tasks({ project, state: TaskState.todo, since: new Date(0) });
  // @ts-expect-error An optional value may be null.
  value.map((task) => task.details.length);
  return value.map((task) => task.title);
}
