import { runInNewContext } from "node:vm";
import * as React from "react";
import * as jsxRuntime from "react/jsx-runtime";
import { createLoader } from "../../guest/modules.ts";
import { DEFINE, type ModuleDefinition, type Program } from "../../wire/program.ts";
import { link } from "../link.ts";

export type AppText = Readonly<Record<string, string>>;

/** What a frame would have for an app's packages. */
export const PACKAGES_OF_FRAME: Readonly<Record<string, object>> = {
  react: { ...React, default: React, __esModule: true },
  "react/jsx-runtime": { ...jsxRuntime, __esModule: true },
};

/** An app of these files, linked. */
export async function linked(files: AppText): Promise<Program> {
  const result = await link(new Map(Object.entries(files)));
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result;
}

/** What linking an app says of it, as a person would read it. */
export async function errorsOf(files: AppText): Promise<string[]> {
  const result = await link(new Map(Object.entries(files)));
  if (result.ok) return [];
  return result.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

/** The exports of an app's entry, run as the frame does. */
export async function runApp(
  files: AppText,
  registry: Readonly<Record<string, object>> = PACKAGES_OF_FRAME,
): Promise<Record<string, unknown>> {
  return runProgram(await linked(files), registry);
}

/** The same for a program; errors of it have `scriptName` in their stacks. */
export function runProgram(
  { code }: Program,
  registry: Readonly<Record<string, object>> = PACKAGES_OF_FRAME,
  scriptName = "app.js",
): Record<string, unknown> {
  let definitions: Readonly<Record<string, ModuleDefinition>> = {};
  const take = (given: Readonly<Record<string, ModuleDefinition>>): void => {
    definitions = given;
  };
  runInNewContext(code, { [DEFINE]: take }, { filename: scriptName });
  return createLoader(definitions, registry)("src/App.tsx") as Record<string, unknown>;
}
