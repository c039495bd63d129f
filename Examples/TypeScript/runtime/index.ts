// What the generated code uses.

export * from "./client.js";
export * from "./dates.js";
export * from "./json.js";
export * from "./paths.js";
export * from "./rows.js";
export * from "./values.js";
