#!/usr/bin/env node
import { parseArgs } from "node:util";
import manifest from "../package.json" with { type: "json" };

const NODE = 24;

const USAGE = `anteroom: a self-hosted workspace where people and their coding agents meet

  anteroom serve [--demo]
      Starts the server. Its settings are read from the environment (ANTEROOM_PORT, ANTEROOM_DATA, …).
      --demo  makes a sample project and Room around the owner.

  anteroom admin token --for EMAIL --scope SCOPE[,SCOPE] [--name NAME] [--workspace NAME] [--project NAME] [--json]
      Issues a token for 90 days with which a program acts for a person. Works beside a running server.
      --scope      osfoundry:read, osfoundry:write
      --name       what Connected calls it; "API token" otherwise.
      --workspace  needed only for a person who is in several workspaces.
      --project    seats it in one project; otherwise in all of the person's.
      --json       prints {"token","token_id","expires_at"}.

  anteroom admin reset-link --for EMAIL [--forget-factors] [--json]
      Makes a link, for one day and one use, by which a person sets a new password. Works beside a running server.
      --forget-factors  also takes the second factor and the passkeys away, for who lost them.
      --json            prints {"link","expires_at"}.

  anteroom admin doctor [--json]
      Looks at the settings, the data folder and, from outside, at the running server; says how far apps are apart in
      each browser, and what to do. Changes nothing. Exit code 0: no problem; 1: there is one; 2: asked wrongly.
      --json  prints {"origin","apps","hosting","gives","checks"}.

  anteroom verify [--room NAME] [--json]
      Proves of each app in a Room that its bytes are what was approved, and by whom: files, runtime, receipt and
      passkey. Reads only, also beside a running server. Exit code 0: all hold; 1: one does not.
      --room  looks at one Room.
      --json  prints {"public_key","apps"}.

  anteroom verify --receipt FILE [--key KEY] [--json]
      Checks a receipt that was downloaded from an app's menu.
      --key  the public key that must have signed it; without, that of the data folder.

  anteroom --help
  anteroom --version
`;

/** Wrong usage: the person at the keyboard is told what is wrong. */
class UsageError extends Error {}

/** Runs a command; resolves with the exit code: 0 done, 1 could not be done, 2 was asked wrongly. */
async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === "serve") return await serveCommand(rest);
    if (command === "admin" && rest[0] === "token") return await tokenCommand(rest.slice(1));
    if (command === "admin" && rest[0] === "reset-link") return await resetLinkCommand(rest.slice(1));
    if (command === "admin" && rest[0] === "doctor") return await doctorCommand(rest.slice(1));
    if (command === "verify") return await verifyCommand(rest);
    if (command === "--version") return say(`${manifest.version}\n`);
    if (command === undefined || isHelp(command) || (command === "admin" && isHelp(rest[0])))
      return say(USAGE);
    throw new UsageError(`There is no command "${args.slice(0, 2).join(" ")}".`);
  } catch (error) {
    if (isUsage(error)) {
      process.stderr.write(`${error.message}\nanteroom --help lists the commands.\n`);
      return 2;
    }
    // Not imported before: on an older Node the server's own code does not even parse.
    const { ConfigError, operatorText } = await import("@anteroom/server");
    const text = operatorText(error);
    if (text === undefined) throw error;
    process.stderr.write(`${text}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

async function serveCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { demo: { type: "boolean", default: false }, ...HELP } });
  if (values.help) return say(USAGE);
  const { serve } = await import("@anteroom/server");
  await serve({ demo: values.demo });
  return 0;
}

async function tokenCommand(args: string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      for: text,
      scope: { type: "string", multiple: true },
      name: text,
      workspace: text,
      project: text,
      json: { type: "boolean", default: false },
      ...HELP,
    },
  });
  if (values.help) return say(USAGE);
  const { for: email, scope, name, workspace, project } = values;
  if (email === undefined) throw new UsageError("Say for whom: --for EMAIL.");
  if (!scope) throw new UsageError("Say what it may do: --scope osfoundry:read,osfoundry:write.");
  const { issueToken } = await import("@anteroom/server");
  const issued = await issueToken({
    email,
    scopes: scope.flatMap((one) => one.split(",")).map((one) => one.trim()),
    ...(name !== undefined && { label: name }),
    ...(workspace !== undefined && { workspace }),
    ...(project !== undefined && { project }),
  });
  const { token, token_id, expires_at } = issued;
  if (values.json) return say(`${JSON.stringify({ token, token_id, expires_at })}\n`);
  // The token alone on stdout, so that $(…) takes it and nothing else.
  process.stderr.write(`Shown once: only its hash is kept. ${token_id}, until ${expires_at}.\n`);
  return say(`${token}\n`);
}

async function resetLinkCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      for: { type: "string" },
      "forget-factors": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      ...HELP,
    },
  });
  if (values.help) return say(USAGE);
  if (values.for === undefined) throw new UsageError("Say for whom: --for EMAIL.");
  const { makeResetLink } = await import("@anteroom/server");
  const { link, expires_at } = await makeResetLink({
    email: values.for,
    forget_factors: values["forget-factors"],
  });
  if (values.json) return say(`${JSON.stringify({ link, expires_at })}\n`);
  process.stderr.write(`Shown once. It works one time, until ${expires_at}; give it to nobody else.\n`);
  return say(`${link}\n`);
}

async function doctorCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: "boolean", default: false }, ...HELP } });
  if (values.help) return say(USAGE);
  const { diagnose, diagnosisText } = await import("@anteroom/server");
  const diagnosis = await diagnose();
  say(values.json ? `${JSON.stringify(diagnosis)}\n` : diagnosisText(diagnosis));
  return diagnosis.checks.some(({ outcome }) => outcome === "problem") ? 1 : 0;
}

async function verifyCommand(args: string[]): Promise<number> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { room: text, receipt: text, key: text, json: { type: "boolean", default: false }, ...HELP },
  });
  if (values.help) return say(USAGE);
  const { room, receipt: file, key, json } = values;
  if (file !== undefined && room !== undefined) throw new UsageError("Say either --room or --receipt.");
  if (file === undefined && key !== undefined) throw new UsageError("--key goes with --receipt FILE.");
  const server = await import("@anteroom/server");
  if (file !== undefined) {
    const verified = server.verifyReceiptFile({ file, ...(key !== undefined && { key }) });
    say(json ? `${JSON.stringify(verified)}\n` : server.receiptText(verified));
    return verified.problem === undefined ? 0 : 1;
  }
  const verification = await server.verifyInstallation({ ...(room !== undefined && { room }) });
  say(json ? `${JSON.stringify(verification)}\n` : server.verificationText(verification));
  return verification.apps.some(({ outcome }) => outcome === "broken") ? 1 : 0;
}

function isHelp(argument: string | undefined): boolean {
  return argument === "--help" || argument === "-h" || argument === "help";
}

const HELP = { help: { type: "boolean", short: "h", default: false } } as const;

function isUsage(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("ERR_PARSE_ARGS_");
}

function say(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

// Nobody may read what is said: that stops no server, and a command has not done its work then.
process.stdout.on("error", () => {
  process.exitCode = 1;
});

if (Number(process.versions.node.split(".")[0]) < NODE) {
  process.stderr.write(`Anteroom needs Node ${NODE} or newer; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await main(process.argv.slice(2));
}
